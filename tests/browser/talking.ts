import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote, writeNote } from '#tests/support/person.ts'
import { expect, type OpenAs, type Site } from './fixtures.ts'

/** What the tests of a thread do and look at. */

const DESKTOP = 1440
const PHONE = 390

/** An author and a reader, in the discussion of their hub, where one note is shared. */
export async function discuss(site: Site, openAs: OpenAs) {
  const [author, reader] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const noteNo = await shareNewNote(author, hubNo, '함께 읽은 책')
  const desktop = await openAs(author, DESKTOP, paths.discussion(hubNo))
  const phone = await openAs(reader, PHONE, paths.discussion(hubNo))
  for (const page of [desktop, phone]) await expect(cardOn(page)).toBeVisible()
  return { author, reader, hubNo, noteNo, desktop, phone }
}

/** The same two, with the note and its thread open. */
export async function discussNote(site: Site, openAs: OpenAs) {
  const people = await discuss(site, openAs)
  for (const page of [people.desktop, people.phone]) await openNote(page)
  return people
}

export const cardOn = (page: Page) => page.getByRole('listitem').filter({ hasText: '함께 읽은 책' })
/** Stands above the cards once it has come. */
export const members = (page: Page) => page.getByText(/^이 방의 친구/)
export const openNote = (page: Page) => page.getByRole('link', { name: '함께 읽은 책' }).click()
export const thread = (page: Page) => page.getByRole('log', { name: ko['comments.title'] })
export const box = (page: Page) => page.getByRole('textbox', { name: ko['comments.write'] })
export const send = (page: Page) =>
  page.getByRole('button', { name: ko['comments.send'], exact: true }).click()
export const said = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text })

/** Two people, and a thread of so many comments by the first. */
export async function longThread(site: Site, openAs: OpenAs, width: number, count: number) {
  const [writer, reader] = [await newPerson(site.url, '쓴이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(writer, reader)
  const noteNo = await writeNote(writer, '긴 이야기', '한 문단이에요.\n\n'.repeat(30))
  await writer.does(shareNote, { hubNo, noteNo })
  const place = { hubNo, noteNo }
  let lastNo = 0
  for (let number = 1; number <= count; number += 1)
    lastNo = await comment(writer, place, `이야기 ${number}번째`)
  const open = () => openAs(reader, width, paths.noteInHub(place.noteNo, hubNo))
  return { writer, reader, place, lastNo, open }
}
