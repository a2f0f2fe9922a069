/** Styles of receipts: a sheet of paper on screens from a phone's width up, only the sheet in print. */
export const RECEIPT_STYLE = `
:root { color-scheme: light; --ink: #16202c; --soft: #5a6675; --line: #dfe4ea; --accent: #1c5a8a; --ground: #eef1f4; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
.receipt { max-width: 44rem; margin: 0 auto; padding: 2.5rem; background: #fff; border-top: 4px solid var(--accent);
  border-radius: 0.25rem; box-shadow: 0 1px 3px rgb(22 32 44 / 12%); }
.receipt * { overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 2rem; }
header p { margin: 0; }
.merchant { font-size: 1.125rem; font-weight: 650; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 650; }
.number, .soft { color: var(--soft); font-size: 0.875rem; }
.title { text-align: end; }
.paid { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1.5rem;
  margin: 2rem 0 0.75rem; }
.amount { margin: 0; font-size: 2.5rem; font-weight: 680; line-height: 1.1; letter-spacing: -0.01em;
  font-variant-numeric: tabular-nums; }
.amount span { font-size: 1.25rem; font-weight: 500; letter-spacing: 0; color: var(--soft); }
.state { margin: 0; padding: 0.2rem 0.9rem; border: 1px solid var(--accent); border-radius: 1rem; color: var(--accent);
  font-size: 0.875rem; font-weight: 600; }
.description { margin: 0; white-space: pre-line; }
.statement { margin: 1rem 0 0; padding: 0.75rem 1rem; background: var(--ground); border-radius: 0.25rem; }
h2 { margin: 2rem 0 0; padding-bottom: 0.375rem; border-bottom: 1px solid var(--line); font-size: 0.75rem;
  font-weight: 650; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 0.875rem 1.5rem;
  margin: 0.875rem 0 0; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0; border-bottom: 1px solid var(--line); font-weight: 400; text-align: start;
  vertical-align: baseline; }
td:last-child { padding-inline-start: 1rem; text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot th, tfoot td { border-bottom: 0; font-weight: 650; }
.detail { display: block; color: var(--soft); font-size: 0.8125rem; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: 0.8125rem; }
footer p { margin: 0.25rem 0 0; }
@media (max-width: 34rem) { body { padding: 0; background: #fff; } .receipt { padding: 1.5rem 1.25rem; box-shadow: none; }
  .title { text-align: start; } .amount { font-size: 2rem; } }
@media print { @page { margin: 12mm 14mm; } :root { font-size: 10pt; } body { padding: 0; background: #fff; }
  .receipt { max-width: none; padding: 5mm 0 0; box-shadow: none; border-radius: 0; } h2 { margin-top: 1rem; }
  .paid { margin-top: 1rem; } dl { grid-template-columns: 1fr 1fr; gap: 0.5rem 1.5rem; margin-top: 0.5rem; }
  th, td { padding: 0.3rem 0; } footer { margin-top: 1.25rem; }
  tr, dl > div { break-inside: avoid; } h2 { break-after: avoid; } .state, .statement { print-color-adjust: exact; } }
`;
