import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { writeNote } from '#tests/support/users.ts'
import { DESKTOP, expect, type OpenAs, PHONE, type Site } from './fixtures.ts'
import { newHub } from './steps.ts'

export const NOTE_TEXT =
  '첫 문장은 짧다. 두 번째 문장에는 **굵은 말**이 있다.\n\n# 다음에는\n\n- 하나\n- 둘\n\n마지막 문단이다. 여기에서 끝난다.'

/** Opens a note that is shared in a hub, as its author on a desktop and as a reader on a phone. */
export async function openNoteInHub(site: Site, openAs: OpenAs, text = NOTE_TEXT) {
  const [author, reader, hubNo] = await newHub(site)
  const noteNo = await writeNote(author, '함께 읽는 글', text)
  await author.call(shareNote, { hubNo, noteNo })
  const place = { hubNo, noteNo }
  const address = paths.noteInHub(noteNo, hubNo)
  const desktop = await openAs(author, DESKTOP, address)
  const phone = await openAs(reader, PHONE, address)
  for (const page of [desktop, phone]) await waitForLayer(page)
  return { author, reader, place, address, desktop, phone }
}

/** The note is drawn: its paragraphs have their buttons. */
export async function waitForLayer(page: Page): Promise<void> {
  await expect(page.getByRole('toolbar', { name: ko['passages.blocks'] })).toBeAttached()
}

/** Selects words of the note, as a mouse or the handles of a phone do. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await selectRange(page, words)
  await expect(selectionToolbar(page)).toBeVisible()
}

/** Selects words of the note. Returns their middle in the window. */
export const selectRange = (page: Page, words: string) =>
  page.evaluate(wanted => {
    const walker = document.createTreeWalker(document.querySelector('.md') as Element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const start = (node as Text).data.indexOf(wanted)
      if (start < 0) continue
      const selection = document.getSelection() as Selection
      selection.setBaseAndExtent(node, start, node, start + wanted.length)
      const { left, top, width, height } = selection.getRangeAt(0).getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    throw new Error(`the note has no ${wanted}`)
  }, words)

export const selectionToolbar = (page: Page) => page.getByRole('toolbar', { name: ko['passages.selection'] })

export const chooseTool = (page: Page, name: string) =>
  selectionToolbar(page).getByRole('button', { name, exact: true }).click()

/** The mark in the margin beside a passage. */
export const mark = (page: Page, words: string) =>
  page.getByRole('list', { name: ko['passages.marks'] }).getByRole('button', { name: `“${words}”` })

/** The words in which a kind of highlight is drawn. */
export const drawnWords = (page: Page, layer: string) =>
  page.evaluate(
    name => [...((CSS.highlights.get(name) ?? []) as Iterable<Range>)].map(range => range.toString()),
    layer,
  )
