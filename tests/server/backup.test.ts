import { createHash } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { backedUp, derived, leftOut } from '#server/backup/backup.collections.ts'
import { BSON, frame } from '#server/backup/backup.file.ts'
import { makeBackup } from '#server/backup/makeBackup.ts'
import { owners } from '#server/backup/repair.ts'
import { checkBackup } from '#server/backup/restoreBackup.ts'
import { epochOf, isStillIn } from '#server/platform/mongo/epoch.ts'
import { StartupError } from '#server/platform/startupError.ts'
import { backUp, finishWork, newPath, openAll, restoreInto } from '#tests/support/backups.ts'
import { call } from '#tests/support/call.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, signedIn, suggest, writeNote } from '#tests/support/person.ts'
import { ownerFields } from '#tests/support/storedFields.ts'
import { makeWorld, PRIVATE, type World } from '#tests/support/world.ts'

let node: TestNode
let mongoUrl: string
let world: World
let path: string

beforeAll(async () => {
  mongoUrl = await ownDatabase()
  node = await startNode({ mongoUrl })
  world = await makeWorld(node.url, node.app.context.stores.users)
  const { hubNo, noteNo, commentNo } = world.room
  await world.member.does(setReaction, { hubNo, noteNo, isOn: true })
  await world.member.does(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  await suggest(world.member)
  path = await backUp(mongoUrl)
})
afterAll(async () => {
  await node.stop()
  await rm(path)
})

async function stored(url: string): Promise<Record<string, unknown[]>> {
  const mongo = await openAll(url)
  const all = await dumpDatabase(mongo)
  await mongo.close()
  return all
}

async function installationOf(url: string): Promise<Record<string, unknown>> {
  const mongo = await openAll(url)
  const found = await mongo.collection('installation').findOne({ _id: 'installation' } as object)
  await mongo.close()
  return found ?? {}
}

test('every collection is backed up, counted anew or left out', async () => {
  const mongo = await openAll(mongoUrl)
  const names = Object.values(mongo.models).map(({ collection }) => collection.name)
  expect(names.toSorted(), 'Add it to server/backup/backup.collections.ts').toEqual(
    [...backedUp, ...derived, ...leftOut].toSorted(),
  )
  await mongo.close()
})

/** What may stay of somebody who is gone, with their number alone. */
const REMEMBERED = ['shares: authorNo', 'comments: writerNo', 'suggestions: writerNo']

test('of each document that is backed up and somebody’s it is known whose', () => {
  const known = owners.map(({ from, field }) => `${from}: ${field}`)
  const isBackedUp = (field: string) => backedUp.some(name => field.startsWith(`${name}: `))
  const unknown = ownerFields.filter(field => isBackedUp(field) && !known.includes(field))
  expect(unknown.toSorted(), 'Add these to `owners` in server/backup/repair.ts').toEqual(
    REMEMBERED.toSorted(),
  )
})

/** But for what a restore moves on, so that no number comes twice, and marks of work that is done. */
function compared(documents: unknown[]): unknown[] {
  return documents.map(document => {
    const { _id, version, revision, changes, unsettled, ...rest } = document as Record<string, unknown>
    return rest
  })
}

test('what comes back is what was there, under another epoch and with numbers that nobody was given', async () => {
  const target = await ownDatabase()
  const before = await stored(mongoUrl)
  const { repaired, skipped } = await restoreInto(target, path)
  expect({ repaired, skipped }).toEqual({ repaired: {}, skipped: {} })
  const after = await stored(target)
  for (const name of [...backedUp, 'threads'])
    if (name !== 'counters') expect(compared(after[name] ?? []), name).toEqual(compared(before[name] ?? []))
  for (const name of leftOut) expect(after[name], name).toEqual([])
  // Neither does a release before the last migration start on it.
  const { migrated, lowestRelease } = await installationOf(mongoUrl)
  expect(await installationOf(target)).toMatchObject({ migrated, lowestRelease })

  const restored = await startNode({ mongoUrl: target })
  expect(restored.app.context.epoch).not.toBe(node.app.context.epoch)
  expect((await call(restored.url, getNote, { noteNo: world.room.noteNo }, world.author.token)).status).toBe(
    401,
  )
  const author = await signedIn(restored.url, world.author.email)
  expect(await author.does(getNote, { noteNo: world.room.noteNo })).toMatchObject({ title: PRIVATE.title })
  // Given out at the first node after the backup was made.
  const later = await writeNote(world.author)
  expect(await writeNote(author)).toBeGreaterThan(later)
  await restored.stop()
})

test('whoever withdrew after the backup was made does not come back', async () => {
  const target = await ownDatabase()
  const { userNo, email } = world.author
  await restoreInto(target, path, [{ userNo, deleteContributions: true, at: new Date().toISOString() }])
  const restored = await startNode({ mongoUrl: target })
  expect((await call(restored.url, signIn, { email, password: PASSWORD })).body).toEqual({
    authenticated: false,
  })
  await finishWork(restored)
  const { users: _, ...left } = await stored(target)
  expect(JSON.stringify(left)).not.toContain(PRIVATE.title)
  expect(JSON.stringify(left.comments)).not.toContain(PRIVATE.comment)
  expect(JSON.stringify(left.hubs)).not.toContain(`"userNo":${userNo},`)
  await restored.stop()
})

test('only an empty installation is restored into, and a first start leaves it empty', async () => {
  const target = await ownDatabase()
  const started = await startNode({ mongoUrl: target })
  await started.stop()
  await restoreInto(target, path)
  const before = await stored(target)
  await expect(restoreInto(target, path)).rejects.toThrow('비어 있는 글마루에만')
  expect(await stored(target)).toEqual(before)
})

test('the file is of its owner alone, and is not written over another one', async () => {
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const mongo = await openAll(mongoUrl)
  const parts = { keys: null, app: '0', now: new Date() }
  await expect(makeBackup(mongo, path, parts)).rejects.toThrow('이미 있어요')
  await expect(makeBackup(mongo, '/nowhere/backup', parts)).rejects.toThrow(StartupError)
  await mongo.close()
})

test('keys are in it only when they were asked for', async () => {
  const keys = { jwtSecret: 'k'.repeat(40), vapidKeys: { publicKey: 'public', privateKey: 'private' } }
  const withKeys = await backUp(mongoUrl, { keys })
  expect((await checkBackup(withKeys)).keys).toEqual(keys)
  expect((await checkBackup(path)).keys).toBeNull()
  await rm(withKeys)
})

test('a node does not start on what a restore was cut off in, and one that runs notices', async () => {
  const target = await ownDatabase()
  const running = await startNode({ mongoUrl: target })
  const failing = newPath()
  // Whole, and not to be put into the database: two documents of one number.
  const bytes = gunzipSync(await readFile(path))
  await writeFile(
    failing,
    gzipSync(
      sealed([bytes.subarray(0, -endLength(bytes)), frame('C', { name: 'deeds' }), frame('D', { _id: [1] })]),
    ),
  )
  await expect(restoreInto(target, failing)).rejects.toThrow()
  await rm(failing)
  const mongo = await openAll(target)
  expect(await isStillIn(mongo, running.app.context.epoch)).toBe(false)
  await expect(epochOf(mongo)).rejects.toThrow('되돌리다가 멈춘')
  await mongo.close()
  await expect(startNode({ mongoUrl: target })).rejects.toThrow(StartupError)
  await running.stop()
})

function endLength(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at -= 1)
    if (bytes[at] === 0x45 && bytes.readInt32LE(at + 1) === bytes.length - at - 1) return bytes.length - at
  throw new Error('no end')
}

/** With the end that belongs to these frames. */
function sealed(parts: Buffer[]): Buffer {
  const all = Buffer.concat(parts)
  const counts: Record<string, number> = {}
  let collection = ''
  for (let at = 0; at < all.length; ) {
    const length = all.readInt32LE(at + 1)
    const body = all.subarray(at + 1, at + 1 + length)
    if (all[at] === 0x43) {
      collection = BSON.deserialize(body).name
      counts[collection] ??= 0
    }
    if (all[at] === 0x44) counts[collection] = (counts[collection] ?? 0) + 1
    at += 1 + length
  }
  return Buffer.concat([all, frame('E', { counts, sha256: createHash('sha256').update(all).digest('hex') })])
}

const header = (more: object = {}) =>
  frame('H', {
    format: 'geulmaru-backup',
    version: 1,
    app: '0',
    release: 1,
    migrated: [],
    at: new Date(),
    ...more,
  })
const people = (...documents: object[]) => [
  frame('C', { name: 'users' }),
  ...documents.map(document => frame('D', document)),
]
const hugeLength = Buffer.concat([Buffer.from('D'), Buffer.from([0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(50)])

test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
  ['no gzip', () => Buffer.from('백업이 아니에요'), /망가진/],
  ['empty', () => Buffer.alloc(0), /망가진/],
  ['cut off in the middle', whole => whole.subarray(0, whole.length / 2), /망가진/],
  ['cut off at its end', whole => whole.subarray(0, -1), /망가진/],
  [
    'without its end',
    whole => gzipSync(gunzipSync(whole).subarray(0, -endLength(gunzipSync(whole)))),
    /망가진/,
  ],
  ['one bit changed', whole => gzipSync(changed(gunzipSync(whole))), /망가진/],
  ['without a header', () => gzipSync(sealed(people({ userNo: 1 }))), /망가진/],
  ['zeros after its end', whole => Buffer.concat([whole, Buffer.alloc(512)]), /망가진/],
  ['something after its end', whole => gzipSync(Buffer.concat([gunzipSync(whole), header()])), /망가진/],
  ['of another format', () => gzipSync(sealed([header({ version: 2 })])), /다른 형식/],
  ['of a newer release', () => gzipSync(sealed([header({ release: 999 })])), /더 새로운/],
  [
    'an unknown collection',
    () => gzipSync(sealed([header(), frame('C', { name: 'system.users' })])),
    /망가진/,
  ],
  ['an operator for a key', () => gzipSync(sealed([header(), ...people({ $where: '1' })])), /망가진/],
  [
    'a prototype',
    () => gzipSync(sealed([header(), ...people(JSON.parse('{"a":{"__proto__":{"b":1}}}'))])),
    /망가진/,
  ],
  [
    'what its reader would take for a value of the database',
    () => gzipSync(sealed([header(), ...people(renamed({ a: { xbsontype: 'Code', $where: '1' } }))])),
    /망가진/,
  ],
  ['orders to a terminal', () => gzipSync(sealed([header({ app: '\u001b[2J' })])), /망가진/],
  ['code', () => gzipSync(sealed([header(), ...people({ a: new BSON.Code('1') })])), /망가진/],
  ['a document of 2 GB', () => gzipSync(Buffer.concat([header(), hugeLength])), /망가진/],
  ['very deep', () => gzipSync(sealed([header(), ...people(deep(500))])), /망가진/],
])('a file that is wrong changes nothing: %s', async (_, made, sentence) => {
  const wrong = newPath()
  await writeFile(wrong, made(await readFile(path)))
  await expect(checkBackup(wrong)).rejects.toThrow(sentence)
  await rm(wrong)
})

/** As the driver would write no document: with a key of its own values. */
function renamed(document: object): Buffer {
  const bytes = Buffer.from(BSON.serialize(document))
  bytes[bytes.indexOf('xbsontype')] = '_'.charCodeAt(0)
  return bytes
}

function changed(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

function deep(levels: number): object {
  let made = {}
  for (let level = 0; level < levels; level += 1) made = { made }
  return made
}

test('a file that is not there is named', async () => {
  await expect(checkBackup('/nowhere/backup')).rejects.toThrow('파일이 없어요')
})

test('an account is written down as deleted before anything of it goes', async () => {
  const person = await newPerson(node.url)
  const written: number[] = []
  const { context } = node.app
  const { add } = context.deletedAccounts
  context.deletedAccounts.add = async entry => {
    written.push(entry.userNo)
    expect(await context.stores.users.has('email', person.email)).toBe(true)
    await add(entry)
  }
  const { deleteAccount } = await import('#protocol/myInfo.ts')
  await person.does(deleteAccount, { password: PASSWORD, deleteContributions: false })
  expect(written).toEqual([person.userNo])
  context.deletedAccounts.add = add
})
