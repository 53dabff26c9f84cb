import { expect, test, vi } from 'vitest'
import type { PageRenderer, PublishedNote } from '#protocol/publicPages.ts'
import { createVisitorPages } from './visitorPages.ts'

const note: PublishedNote = {
  linkId: 'a'.repeat(22),
  title: '글',
  text: '글',
  author: '글쓴이',
  lastUpdate: '2026-01-01T00:00:00.000Z',
}
const form = { language: 'ko', isIndexed: false } as const

function createPages() {
  const renderForVisitors = vi.fn(async () => '<p>글</p>')
  const renderer = { renderForVisitors, pageStyles: '' } as unknown as PageRenderer
  const pages = createVisitorPages(async () => renderer, { publicUrl: 'http://localhost' })
  return { pages, renderForVisitors }
}

test('concurrent requests for a new version cause one rendering, which counts against the limit of its author', async () => {
  const { pages, renderForVisitors } = createPages()
  const limit = { mayRender: vi.fn(() => true), onRendered: vi.fn() }
  const found = await Promise.all([1, 2, 3].map(() => pages.ofNote('version 1', note, form, limit)))
  expect(new Set(found).size).toBe(1)
  expect(await pages.ofNote('version 1', note, form, limit)).toBe(found[0])
  expect(renderForVisitors).toHaveBeenCalledOnce()
  expect(limit.mayRender).toHaveBeenCalledOnce()
  expect(limit.onRendered).toHaveBeenCalledExactlyOnceWith(expect.any(Number))
})

test('a version is not rendered over the limit, and is rendered again after a failure', async () => {
  const { pages, renderForVisitors } = createPages()
  const onRendered = vi.fn()
  expect(await pages.ofNote('version 1', note, form, { mayRender: () => false, onRendered })).toBeNull()
  expect(renderForVisitors).not.toHaveBeenCalled()
  renderForVisitors.mockRejectedValueOnce(new Error('failed'))
  const limit = { mayRender: () => true, onRendered }
  await expect(pages.ofNote('version 1', note, form, limit)).rejects.toThrow('failed')
  expect(await pages.ofNote('version 1', note, form, limit)).not.toBeNull()
})
