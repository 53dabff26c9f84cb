import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { exportedNote } from './note.archive.ts'

const [KEPT, GONE] = ['a'.repeat(32), 'b'.repeat(32)]
const head = {
  noteNo: 12,
  title: '여행: 제주?',
  topicNo: 3,
  topicTitle: '나들이',
  createdAt: '2026-03-01T10:22:00.000Z',
  lastUpdate: '2026-03-02T10:22:00.000Z',
  isPinned: true,
}
const FRONT = `---
title: "여행: 제주?"
topic: "나들이"
created: 2026-03-01T10:22:00.000Z
updated: 2026-03-02T10:22:00.000Z
pinned: true
geulmaru: { format: 1, note: 12, topic: 3, links: files }
---
`

afterEach(() => void vi.unstubAllGlobals())

const serve = (pictures: Record<string, string>) =>
  vi.stubGlobal('fetch', async (address: string) =>
    address in pictures ? new Response(pictures[address]) : new Response(null, { status: 404 }),
  )

test('an exported note is a Markdown file with its title, topic and times above the text', async () => {
  const file = await exportedNote(head, '# 첫날\n')
  expect(file.name).toBe('여행_ 제주_.md')
  expect(await file.text()).toBe(`${FRONT}# 첫날\n\n`)
  expect((await exportedNote({ ...head, title: 'CON' }, '')).name).toBe('_CON.md')
})

test('the pictures lie beside the text, which shows them from there; one that is gone keeps its address', async () => {
  serve({ [`/pictures/${KEPT}`]: 'webp' })
  const text = `![하나](/pictures/${KEPT}#800x600) \`/pictures/${KEPT}\` ![둘](/pictures/${GONE})`
  const archive = await exportedNote(head, text)
  expect(archive.name).toBe('여행_ 제주_.zip')
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.keys(files)).toEqual(['여행_ 제주_.md', `pictures/${KEPT}.webp`])
  expect(strFromU8(files['여행_ 제주_.md'] ?? new Uint8Array())).toBe(
    `${FRONT}![하나](pictures/${KEPT}.webp#800x600) \`/pictures/${KEPT}\` ![둘](/pictures/${GONE})\n`,
  )
  expect(strFromU8(files[`pictures/${KEPT}.webp`] ?? new Uint8Array())).toBe('webp')
})

test('a line that breaks leaves no half of it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
  await expect(exportedNote(head, `![](/pictures/${KEPT})`)).rejects.toThrow(CallFailed)
})
