import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { exportNote } from './noteExport.ts'

const [EXISTING, DELETED] = ['a'.repeat(32), 'b'.repeat(32)]
const header = {
  ...{ noteNo: 12, title: '여행: 제주?', topicNo: 3, topicTitle: '나들이', isPinned: true },
  ...{ createdAt: '2026-03-01T10:22:00.000Z', lastUpdate: '2026-03-02T10:22:00.000Z' },
}
const FRONT_MATTER = `---
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

test('exports a note as a Markdown file with title, topic and times in the front matter', async () => {
  const file = await exportNote(header, [{ noteNo: 12, text: '# 첫날\n' }])
  expect(file.name).toBe('여행_ 제주_.md')
  expect(await file.text()).toBe(`${FRONT_MATTER}# 첫날\n\n`)
  expect((await exportNote({ ...header, title: 'CON' }, [{ noteNo: 12, text: '' }])).name).toBe('_CON.md')
})

test('exports pictures next to the text and links to them; the URL of a deleted picture stays', async () => {
  serve({ [`/pictures/${EXISTING}`]: 'webp' })
  const text = `![하나](/pictures/${EXISTING}#800x600) \`/pictures/${EXISTING}\` ![둘](/pictures/${DELETED})`
  const archive = await exportNote(header, [{ noteNo: 12, text }])
  expect(archive.name).toBe('여행_ 제주_.zip')
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.keys(files)).toEqual(['여행_ 제주_.md', `pictures/${EXISTING}.webp`])
  const [markdown, picture] = Object.values(files).map(content => strFromU8(content))
  const linked = `![하나](pictures/${EXISTING}.webp#800x600) \`/pictures/${EXISTING}\` ![둘](/pictures/${DELETED})`
  expect([markdown, picture]).toEqual([`${FRONT_MATTER}${linked}\n`, 'webp'])
})

test('fails as a whole if the connection breaks', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
  await expect(exportNote(header, [{ noteNo: 12, text: `![](/pictures/${EXISTING})` }])).rejects.toThrow(
    CallFailed,
  )
})
