import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'
import { type OpenAs, PHONE } from './fixtures.ts'

/** Steps in a room with shared notes. */

export const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
export const newNotesButton = (page: Page) => page.getByRole('button', { name: /^새 노트 \d+개$/ })
export const cards = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('heading') })
/** The divider above the first unread card. */
export const unreadDivider = (page: Page) => page.getByText(ko['discussion.unreadFromHere'])

export async function room(url: string, notes: number) {
  const [author, reader] = [await newUser(url, '글쓴이'), await newUser(url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  for (let number = 1; number <= notes; number++) await shareNewNote(author, hubNo, `노트 ${number}`)
  return { author, reader, hubNo }
}

/** A low window that shows few cards. */
export function openLow(openAs: OpenAs, reader: TestUser, hubNo: number, height = 480): Promise<Page> {
  return openAs(reader, PHONE, paths.discussion(hubNo), page =>
    page.setViewportSize({ width: PHONE, height }),
  )
}
