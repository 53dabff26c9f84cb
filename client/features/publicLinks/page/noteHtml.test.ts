// @vitest-environment jsdom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { noteHtmlFile } from './noteHtml.tsx'

const [EXISTING, DELETED] = ['a'.repeat(32), 'b'.repeat(32)]
const note = { title: '제주: 첫날?', author: '지은', lastUpdate: '2026-03-02T10:22:00.000Z' }

beforeAll(() => completeCatalogue())
afterEach(() => void vi.unstubAllGlobals())

function serve(pictures: Record<string, Blob>) {
  // A response of Node.js would make blobs that jsdom cannot read.
  vi.stubGlobal('fetch', async (address: string) => {
    const isThere = address in pictures
    return { ok: isThere, status: isThere ? 200 : 404, blob: async () => pictures[address] }
  })
}

async function parsed(text: string): Promise<Document> {
  const file = await noteHtmlFile({ ...note, text })
  return new DOMParser().parseFromString(await file.text(), 'text/html')
}

test('a note becomes one HTML file with its title, author and rendered text', async () => {
  const file = await noteHtmlFile({ ...note, text: '# 아침\n\n강을 **걸었다**. $x^2$\n\n- [x] 물' })
  expect([file.name, file.type]).toEqual(['제주_ 첫날_.html', 'text/html'])
  const html = await file.text()
  expect(html).toMatch(/^<!doctype html>\n<html lang="ko"><head><meta charset="utf-8">/)
  expect(html).toContain('<title>제주: 첫날?</title>')
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelector('h1')?.textContent).toBe('제주: 첫날?')
  expect(page.querySelector('strong')?.textContent).toBe('걸었다')
  expect(page.querySelector('math')).not.toBeNull()
  expect(page.querySelector('input')?.outerHTML).toMatch(/checked.*disabled|disabled.*checked/)
  expect(page.body.textContent).toContain('지은')
})

test('own pictures are in the file; deleted ones and those of other sites are not loaded', async () => {
  serve({ [`/pictures/${EXISTING}`]: new Blob(['webp'], { type: 'image/webp' }) })
  const page = await parsed(
    `![하나](/pictures/${EXISTING}#800x600)\n\n![둘](/pictures/${DELETED})\n\n![셋](https://spy.example/a.png)`,
  )
  const images = [...page.querySelectorAll('img')]
  expect(images.map(({ src }) => src)).toEqual([`data:image/webp;base64,${btoa('webp')}`])
  expect(images[0]?.width).toBe(800)
  expect(page.body.textContent).toMatch(/둘.*셋/)
})

test('the file runs no script, and a formula with macros is shown as its source', async () => {
  const text = '<script>alert(1)</script> [x](javascript:alert(1))\n\n$\\def\\a{x}\\a$ $\\Delta$'
  const page = await parsed(text)
  expect(page.querySelectorAll('script, iframe, [onerror], a[href^="javascript"]')).toHaveLength(0)
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'")
  expect(page.body.textContent).toContain('\\def\\a{x}\\a')
  expect(page.querySelectorAll('math')).toHaveLength(1)
})
