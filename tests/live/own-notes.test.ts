import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { makeHub, newPerson, signedIn, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What an author does to a note on one device, their others hear, wherever they are; and nobody else. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('an author hears at both nodes that a note was saved and deleted, and who may read it does not', async () => {
  const author = await newPerson(nodes.here.url)
  const elsewhere = await signedIn(nodes.there.url, author.email)
  const reader = await newPerson(nodes.there.url)
  const hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  const catchUp = await catchUpWith(author, reader)
  const noteNo = await writeNote(author, '장보기', '우유')
  await author.does(shareNote, { hubNo, noteNo })
  const tabs = [await author.listens(), await elsewhere.listens()]
  const readers = await reader.listens()

  await author.does(updateNote, { noteNo, title: '장보기', text: encodeText('우유, 빵') })
  const { version } = await author.does(getNote, { noteNo })
  for (const tab of tabs) expect(await tab.hears('note:saved')).toEqual({ noteNo, noteVersion: version })
  await elsewhere.does(deleteNote, { noteNo })
  for (const tab of tabs) expect(await tab.hears('note:deleted')).toEqual({ noteNo })

  await catchUp(readers)
  const told = readers.heard.map(({ name }) => name)
  expect(told).toContain('note:withdrawn')
  expect(told).not.toContain('note:saved')
  expect(told).not.toContain('note:deleted')
  for (const tab of [...tabs, readers]) tab.close()
})
