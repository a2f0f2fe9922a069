import { readDatabaseUrl } from '../settings.ts';
import { CopyError } from '../store/copy-connection.ts';
import { copyStore, type CopyProgress } from '../store/copy.ts';
import { command, EXIT } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Copies the store to another database, for companions to use from then on. */
export const storeCopy = command({
  name: 'store copy',
  summary: 'Moves the store to another database: SQLite to Postgres, or back',
  options: {
    to: {
      value: '<DATABASE_URL>',
      rule: {
        isValid: (value) => /^(file:.|postgres(ql)?:\/\/.)/.test(value),
        words: 'file:… or postgres://…',
      },
      required: true,
      help: 'an empty database, or a file that does not exist; leave the password out and set PGPASSWORD',
    },
  },
  notes: `Stop every companion first: the command refuses a store that is in use. It needs DATABASE_URL, the store that is
copied, and no other setting. Everything is copied, what is encrypted as it is: keep STORE_SECRET. Then every row is
compared. If the command is interrupted, run it again: it goes on where it was. In the end companions start only on the
copy. The old store remains as it is, but no companion starts on it.`,
  examples: [
    'store copy --to postgres://pay@db.example/pay  # From the SQLite file of DATABASE_URL.',
    'store copy --to file:/var/lib/pay/pay.db  # Back, from Postgres.',
  ],
  async run({ values: { to } }, terminal) {
    try {
      const rows = await copyStore(readDatabaseUrl(terminal.env), to, { report: progressLine(terminal) });
      terminal.print(
        `${rows} rows copied and compared. Set DATABASE_URL to the copy, and start the companion.\n`,
      );
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof CopyError)) throw error;
      terminal.say(`pay-form store copy: ${error.message}\n`);
      return EXIT.failed;
    }
  },
});

const EVERY_MS = 5_000;

/** Says now and then how far the copy is. */
function progressLine(terminal: Terminal): (progress: CopyProgress) => void {
  let last = { step: '', rows: 0, at: 0 };
  return ({ step, rows, of }) => {
    const now = terminal.now().getTime();
    if (step !== last.step) last = { step, rows, at: now };
    if (now - last.at < EVERY_MS) return;
    const rate = ((rows - last.rows) / (now - last.at)) * 1_000;
    const left = Math.ceil((of - rows) / rate / 60);
    terminal.say(`${step} ${rows} of ${of} rows, ${Math.round(rate)} a second, ${left} min left\n`);
    last = { step, rows, at: now };
  };
}
