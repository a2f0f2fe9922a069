import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'libsql';

/**
 * The minimal work of a webhook on a store, one after another, each with its own fsync: read the order, add the report,
 * change the state. Runs in a process of its own, so that its disk can be slowed; every request runs a round and is
 * answered with its rate in commits a second.
 */
const COMMITS = 500;

const database = new Database(process.env['DATABASE_FILE'] ?? '');
database.exec('pragma journal_mode = wal');
database.exec('pragma synchronous = full');
database.exec(
  'create table report (order_id text, seq integer, body text, primary key (order_id, seq)) without rowid',
);
database.exec('create table payment (order_id text primary key, status text, body text)');
const add = database.prepare('insert into payment values (?, ?, ?)');
const find = database.prepare('select status, body from payment where order_id = ?');
const report = database.prepare('insert into report values (?, ?, ?)');
const change = database.prepare('update payment set status = ? where order_id = ?');
const body = 'x'.repeat(800);

const apply = database.transaction((orderId: string) => {
  find.get(orderId);
  report.run(orderId, 1, body);
  change.run('success', orderId);
});
const addAll = database.transaction((orderIds: readonly string[]) => {
  for (const orderId of orderIds) add.run(orderId, 'pending', body);
});

function rate(): number {
  const orderIds = Array.from({ length: COMMITS }, () => `b-${randomUUID().slice(0, 23)}`);
  addAll(orderIds);
  const start = performance.now();
  for (const orderId of orderIds) apply(orderId);
  return (COMMITS * 1000) / (performance.now() - start);
}

const server = createServer((_, answer) => answer.end(JSON.stringify(rate())));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
