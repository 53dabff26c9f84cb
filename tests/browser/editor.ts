import { expect, type Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newPerson, type Person } from '#tests/support/person.ts'
import type { OpenAs, Site } from './fixtures.ts'

/** The editor, by the names that people see. */

export const DESKTOP = 1440
export const PHONE = 390

/** Somebody signed in, with the editor of a new note open. */
export async function openNewNote(site: Site, openAs: OpenAs, width: number): Promise<Page> {
  const author = await newPerson(site.url, '글쓰는사람')
  const page = await openAs(author, width, await newNotePath(author))
  await expect(titleOf(page)).toBeVisible()
  return page
}

/** The address of the editor of a new note, under a new topic. */
export async function newNotePath(author: Person): Promise<string> {
  const { subjects } = await author.does(createTopic, { title: '회의록' })
  return `/note/create?topic=${subjects[0]?.subjectNo}`
}

export const titleOf = (page: Page) => page.getByLabel(ko['notes.title'], { exact: true })
export const bodyOf = (page: Page) => page.getByLabel(ko['notes.body'], { exact: true })
export const save = (page: Page) => page.getByRole('button', { name: ko['notes.save'], exact: true }).click()
/** That all which is written is saved: the words of an earlier save stay while one writes on. */
export const savedMessage = (page: Page) =>
  page
    .locator('.writing__said', { has: page.locator('.writing__save-status--saved') })
    .getByText(/^\d\d:\d\d:\d\d 저장했어요$/)

/** Gives the open note a title and saves it. */
export async function saveAs(page: Page, title: string): Promise<void> {
  await titleOf(page).fill(title)
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
}

/** Changes the open note as another device would. */
export async function changeElsewhere(
  page: Page,
  title: string,
  text: string,
  more: { keepEarlier?: boolean } = {},
): Promise<void> {
  const answer = await page.evaluate(
    async ([newTitle, newText, others]) => {
      const form = new FormData()
      form.set('noteNo', new URL(location.href).searchParams.get('no') ?? '')
      form.set('title', newTitle)
      form.set('text', encodeURIComponent(newText))
      for (const [name, value] of Object.entries(others)) form.set(name, String(value))
      const headers = { authData: sessionStorage.getItem('authToken') ?? '' }
      return await (await fetch('/api/note/update', { method: 'POST', body: form, headers })).json()
    },
    [title, text, more] as const,
  )
  expect(answer).toMatchObject({ success: true })
}

/** What the server has of the open note. */
export function savedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const form = new FormData()
    form.set('noteNo', new URL(location.href).searchParams.get('no') ?? '')
    const headers = { authData: sessionStorage.getItem('authToken') ?? '' }
    const answer = await fetch('/api/note/get', { method: 'POST', body: form, headers })
    return decodeURIComponent((await answer.json()).text)
  })
}

/** The texts of the drafts on this device. */
export function keptDrafts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const opening = indexedDB.open('geulmaru')
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('drafts')) return resolve([])
          const reading = database.transaction('drafts').objectStore('drafts').getAll()
          reading.onsuccess = () => resolve(reading.result.map(draft => draft.text))
        }
      }),
  )
}
