import { createHash } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import {
  derivedCollections,
  excludedCollections,
  includedCollections,
} from '#server/backup/backup.collections.ts'
import { BSON, frame } from '#server/backup/backup.file.ts'
import { makeBackup } from '#server/backup/makeBackup.ts'
import { dependentReferences, ownerReferences } from '#server/backup/repair.ts'
import { checkBackup } from '#server/backup/restoreBackup.ts'
import { isCurrentEpoch, loadEpoch } from '#server/platform/mongo/installation.ts'
import { StartupError } from '#server/platform/startup.ts'
import { createBackup, newPath, openAllCollections, restoreInto, resumeJobs } from '#tests/support/backups.ts'
import { call } from '#tests/support/call.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { createFixtures, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { openNodes, ownDatabase, startNode } from '#tests/support/node.ts'
import { highlight, passageOf } from '#tests/support/passages.ts'
import { hubFields, noteFields, ownerFields } from '#tests/support/storedFields.ts'
import { newUser, PASSWORD, signInUser, suggest, writeNote } from '#tests/support/users.ts'

const mongoUrl = await ownDatabase()
const [node] = await openNodes({ mongoUrl })
const fixtures = await createFixtures(node.url, node.app.context.repositories.users)
const { hubNo, noteNo, commentNo } = fixtures.room
await fixtures.member.call(setReaction, { hubNo, noteNo, isOn: true })
await fixtures.member.call(setReaction, { hubNo, noteNo, commentNo, isOn: true })
await highlight(fixtures.member, { hubNo, noteNo }, passageOf(PRIVATE_TEXTS.text, '본문'))
await suggest(fixtures.member)
const path = await createBackup(mongoUrl)
afterAll(() => rm(path))

async function readCollections(url: string): Promise<Record<string, unknown[]>> {
  const mongo = await openAllCollections(url)
  const all = await dumpDatabase(mongo)
  await mongo.close()
  return all
}

test('every collection is backed up, recounted or excluded', async () => {
  const mongo = await openAllCollections(mongoUrl)
  const names = Object.values(mongo.models).map(({ collection }) => collection.name)
  expect(names.toSorted(), 'Add it to server/backup/backup.collections.ts').toEqual(
    [...includedCollections, ...derivedCollections, ...excludedCollections].toSorted(),
  )
  await mongo.close()
})

/** What may remain of a deleted user, with only their number. */
const ALLOWED_REFERENCES = ['shares: authorNo', 'comments: writerNo', 'suggestions: writerNo']

/** The fields of a backup without a reference for its repair. */
function unknownIn(fields: readonly string[], references: readonly { from: string; field: string }[]) {
  const known = references.map(({ from, field }) => `${from}: ${field}`)
  const isBackedUp = (field: string) => includedCollections.some(name => field.startsWith(`${name}: `))
  return fields.filter(field => isBackedUp(field) && !known.includes(field)).toSorted()
}

test('the owner of each owned document in a backup is known', () => {
  const unknown = unknownIn(ownerFields, ownerReferences)
  const allowed = ALLOWED_REFERENCES.toSorted()
  expect(unknown, 'Add these to ownerReferences in server/backup/repair.ts').toEqual(allowed)
})

/** The hubs and notes themselves, and numbers that may lead nowhere or are repaired by a step of their own. */
const WITHOUT_DEPENDENCE = [
  'hubs: hubNo',
  'notes: links.noteNo',
  'notes: noteNo',
  'shares: noteNo',
  'topics: unsettled.noteNo',
  'trash: links.noteNo',
  'trash: noteNo',
  'trash: shares.hubNo',
  'users: mail.digests.hubNo',
]

test('what depends on a hub or a note in a backup is known', () => {
  const unknown = unknownIn([...hubFields, ...noteFields], dependentReferences)
  expect(unknown, 'Add these to dependentReferences in server/backup/repair.ts').toEqual(WITHOUT_DEPENDENCE)
})

/** Without what a restore increases, so that no number is assigned twice, and without marks of finished jobs. */
function comparable(documents: unknown[]): unknown[] {
  return documents.map(document => {
    const { _id, version, revision, changes, unsettled, ...rest } = document as Record<string, unknown>
    return rest
  })
}

const versionsOf = (all: Record<string, unknown[]>) =>
  ['notes', 'trash', 'hubs'].flatMap(name =>
    (all[name] as { version: number }[]).map(({ version }) => version),
  )

test('a restore returns the same data, with a new epoch and with unused numbers, into an empty installation only', async () => {
  const target = await ownDatabase()
  // A first start leaves it empty.
  await (await startNode({ mongoUrl: target })).stop()
  const before = await readCollections(mongoUrl)
  const { repaired, skipped } = await restoreInto(target, path)
  expect({ repaired, skipped }).toEqual({ repaired: {}, skipped: {} })
  const after = await readCollections(target)
  for (const name of [...includedCollections, 'threads'])
    if (name !== 'counters')
      expect(comparable(after[name] ?? []), name).toEqual(comparable(before[name] ?? []))
  expect(Math.min(...versionsOf(after))).toBeGreaterThan(Math.max(...versionsOf(before)))
  for (const name of excludedCollections) expect(after[name], name).toEqual([])
  await expect(restoreInto(target, path)).rejects.toThrow('비어 있는 글마루에만')
  expect(await readCollections(target)).toEqual(after)
  // A release before the last migration does not start on it either.
  const [{ migrated, lowestRelease }] = before.installation as [Record<string, unknown>]
  expect(after.installation).toMatchObject([{ migrated, lowestRelease }])

  const restored = await startNode({ mongoUrl: target })
  expect(restored.app.context.epoch).not.toBe(node.app.context.epoch)
  expect((await call(restored.url, getNote, { noteNo }, fixtures.author.token)).status).toBe(401)
  const author = await signInUser(restored.url, fixtures.author.email)
  expect(await author.call(getNote, { noteNo })).toMatchObject({ title: PRIVATE_TEXTS.title })
  // The first node assigned it after the backup.
  const laterNoteNo = await writeNote(fixtures.author)
  expect(await writeNote(author)).toBeGreaterThan(laterNoteNo)
  await restored.stop()
})

test('a user who deleted their account after the backup is not restored', async () => {
  const target = await ownDatabase()
  const { userNo, email } = fixtures.author
  await restoreInto(target, path, [{ userNo, deleteContributions: true, at: new Date().toISOString() }])
  const restored = await startNode({ mongoUrl: target })
  const { body } = await call(restored.url, signIn, { email, password: PASSWORD })
  expect(body).toEqual({ authenticated: false })
  await resumeJobs(restored)
  const { users: _, ...left } = await readCollections(target)
  expect(JSON.stringify(left)).not.toContain(PRIVATE_TEXTS.title)
  expect(JSON.stringify(left.comments)).not.toContain(PRIVATE_TEXTS.comment)
  expect(JSON.stringify(left.hubs)).not.toContain(`"userNo":${userNo},`)
  await restored.stop()
})

test('the backup file is readable by its owner only, and does not overwrite another file', async () => {
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const mongo = await openAllCollections(mongoUrl)
  const parts = { keys: null, app: '0', now: new Date() }
  await expect(makeBackup(mongo, path, parts)).rejects.toThrow('이미 있어요')
  await expect(makeBackup(mongo, '/nowhere/backup', parts)).rejects.toThrow(StartupError)
  await expect(checkBackup('/nowhere/backup')).rejects.toThrow('파일이 없어요')
  await mongo.close()
})

test('keys are included only on request', async () => {
  const keys = { jwtSecret: 'k'.repeat(40), vapidKeys: { publicKey: 'public', privateKey: 'private' } }
  const withKeys = await createBackup(mongoUrl, { keys })
  expect((await checkBackup(withKeys)).keys).toEqual(keys)
  expect((await checkBackup(path)).keys).toBeNull()
  await rm(withKeys)
})

test('a node does not start on an incomplete restore, and a running node notices it', async () => {
  const target = await ownDatabase()
  const running = await startNode({ mongoUrl: target })
  const failedPath = newPath()
  // The file is complete but cannot be inserted: it has two documents with the same number.
  const bytes = gunzipSync(await readFile(path))
  await writeFile(
    failedPath,
    pack(bytes.subarray(0, -endLength(bytes)), frame('C', { name: 'deeds' }), frame('D', { _id: [1] })),
  )
  await expect(restoreInto(target, failedPath)).rejects.toThrow()
  await rm(failedPath)
  const mongo = await openAllCollections(target)
  expect(await isCurrentEpoch(mongo, running.app.context.epoch)).toBe(false)
  await expect(loadEpoch(mongo)).rejects.toThrow('되돌리다가 멈춘')
  await mongo.close()
  await expect(startNode({ mongoUrl: target })).rejects.toThrow(StartupError)
  await running.stop()
})

function endLength(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at -= 1)
    if (bytes[at] === 0x45 && bytes.readInt32LE(at + 1) === bytes.length - at - 1) return bytes.length - at
  throw new Error('no trailer')
}

/** Appends the trailer that matches these frames. */
function withTrailer(parts: Buffer[]): Buffer {
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

const format = { format: 'geulmaru-backup', version: 1, app: '0', release: 1, migrated: [], at: new Date() }
const header = (more: object = {}) => frame('H', { ...format, ...more })
const users = (...documents: object[]) => [
  frame('C', { name: 'users' }),
  ...documents.map(document => frame('D', document)),
]
const pack = (...frames: Buffer[]) => gzipSync(withTrailer(frames))
const packUser = (user: object) => pack(header(), ...users(user))
const hugeLength = Buffer.concat([Buffer.from('D'), Buffer.from([0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(50)])

test.each<[string, (whole: Buffer) => Buffer, RegExp?]>([
  ['no gzip', () => Buffer.from('백업이 아니에요')],
  ['empty', () => Buffer.alloc(0)],
  ['truncated in the middle', whole => whole.subarray(0, whole.length / 2)],
  ['truncated at its end', whole => whole.subarray(0, -1)],
  ['without its trailer', whole => gzipSync(gunzipSync(whole).subarray(0, -endLength(gunzipSync(whole))))],
  ['one bit changed', whole => gzipSync(flipBit(gunzipSync(whole)))],
  ['without a header', () => pack(...users({ userNo: 1 }))],
  ['zeros after its trailer', whole => Buffer.concat([whole, Buffer.alloc(512)])],
  ['data after its trailer', whole => gzipSync(Buffer.concat([gunzipSync(whole), header()]))],
  ['of another format', () => pack(header({ version: 2 })), /다른 형식/],
  ['of a newer release', () => pack(header({ release: 999 })), /더 새로운/],
  ['an unknown collection', () => pack(header(), frame('C', { name: 'system.users' }))],
  ['an operator as a key', () => packUser({ $where: '1' })],
  ['a prototype field', () => packUser(JSON.parse('{"a":{"__proto__":{"b":1}}}'))],
  [
    'a field that parses as a database type',
    () => packUser(withDuplicateKey({ a: { xbsontype: 'Code', $where: '1' } })),
  ],
  ['terminal escape sequences', () => pack(header({ app: '\u001b[2J' }))],
  ['code', () => packUser({ a: new BSON.Code('1') })],
  ['a document of 2 GB', () => gzipSync(Buffer.concat([header(), hugeLength]))],
  ['deep nesting', () => packUser(nestedDocument(500))],
])('an invalid file changes nothing: %s', async (_, made, sentence = /망가진/) => {
  const wrong = newPath()
  await writeFile(wrong, made(await readFile(path)))
  await expect(checkBackup(wrong)).rejects.toThrow(sentence)
  await rm(wrong)
})

/** A document as the driver never writes one: one of its keys occurs twice. */
function withDuplicateKey(document: object): Buffer {
  const bytes = Buffer.from(BSON.serialize(document))
  bytes[bytes.indexOf('xbsontype')] = '_'.charCodeAt(0)
  return bytes
}

function flipBit(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes
}

function nestedDocument(levels: number): object {
  let made = {}
  for (let level = 0; level < levels; level += 1) made = { made }
  return made
}

test('an account is recorded as deleted before any of its data is deleted', async () => {
  const user = await newUser(node.url)
  const written: number[] = []
  const { context } = node.app
  const { add } = context.deletedAccounts
  context.deletedAccounts.add = async entry => {
    written.push(entry.userNo)
    expect(await context.repositories.users.isTaken('email', user.email)).toBe(true)
    await add(entry)
  }
  await user.call(deleteAccount, { password: PASSWORD, deleteContributions: false })
  expect(written).toEqual([user.userNo])
  context.deletedAccounts.add = add
})
