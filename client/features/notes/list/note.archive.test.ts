import { strFromU8, unzipSync } from 'fflate'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { withPictures } from './note.archive.ts'
import { markdownFile } from './note.copies.ts'

const [KEPT, GONE] = ['a'.repeat(32), 'b'.repeat(32)]

afterEach(() => void vi.unstubAllGlobals())

const serve = (pictures: Record<string, string>) =>
  vi.stubGlobal('fetch', async (address: string) =>
    address in pictures ? new Response(pictures[address]) : new Response(null, { status: 404 }),
  )

test('the pictures lie beside the text, which shows them from there; one that is gone keeps its address', async () => {
  serve({ [`/pictures/${KEPT}`]: 'webp' })
  const text = `![하나](/pictures/${KEPT}#800x600) ![또](/pictures/${KEPT}) ![둘](/pictures/${GONE})`
  const archive = await withPictures(markdownFile('제주', text))
  expect(archive?.name).toBe('제주.zip')
  const files = unzipSync(new Uint8Array((await archive?.arrayBuffer()) ?? []))
  expect(Object.keys(files)).toEqual(['제주.md', `pictures/${KEPT}.webp`])
  expect(strFromU8(files['제주.md'] ?? new Uint8Array())).toBe(
    `# 제주\n\n![하나](pictures/${KEPT}.webp) ![또](pictures/${KEPT}.webp) ![둘](/pictures/${GONE})\n`,
  )
  expect(strFromU8(files[`pictures/${KEPT}.webp`] ?? new Uint8Array())).toBe('webp')
})

test('without any picture there is nothing to put beside it', async () => {
  serve({})
  expect(await withPictures(markdownFile('제주', `![](/pictures/${GONE})`))).toBeNull()
})

test('a line that breaks leaves no half of it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
  await expect(withPictures(markdownFile('제주', `![](/pictures/${KEPT})`))).rejects.toThrow(CallFailed)
})
