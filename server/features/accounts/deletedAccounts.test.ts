import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeletedAccounts, deletedAccountsIn, readDeletedAccounts } from './deletedAccounts.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-deleted-accounts-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const entry = (userNo: number) => ({ userNo, deleteContributions: false, at: new Date(0).toISOString() })
const line = (userNo: number) => JSON.stringify(entry(userNo))

async function numbersIn(list: string): Promise<number[]> {
  const path = join(dataDir, 'list')
  await writeFile(path, list)
  return (await readDeletedAccounts(path)).map(({ userNo }) => userNo)
}

test('reads entries added after an entry that a crash cut off', async () => {
  const deletedAccounts = createDeletedAccounts(dataDir)
  await deletedAccounts.add(entry(1))
  await writeFile(deletedAccountsIn(dataDir), line(2).slice(0, 20), { flag: 'a' })
  await deletedAccounts.add(entry(2))
  await deletedAccounts.add(entry(3))
  expect(await readDeletedAccounts(deletedAccountsIn(dataDir))).toEqual([entry(1), entry(2), entry(3)])
})

test.each<[string, string, number[]]>([
  ['empty', '', []],
  ['cut off by a crash', `${line(1)}\n${line(2).slice(0, 20)}`, [1]],
  ['left by an editor without an end of its last line', `${line(1)}\n${line(2)}`, [1, 2]],
  ['written by an editor of another system', `${line(1)}\r\n${line(2)}\r\n`, [1, 2]],
])('reads a list that is %s', async (_, list, numbers) => {
  expect(await numbersIn(list)).toEqual(numbers)
})

test.each(['아무나\n', `${line(1)}\n\n${line(2)}\n`, '{"userNo":0}\n', '{"userNo":\n'])(
  'rejects a line without a user: %j',
  async list => {
    await expect(numbersIn(list)).rejects.toThrow('번째 줄을 읽을 수 없어요')
  },
)
