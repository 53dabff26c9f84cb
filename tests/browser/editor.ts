import { expect, type Page } from '@playwright/test'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'
import type { OpenAs, Site } from './fixtures.ts'

/** Helpers for the note editor. */

/** Opens the editor of a new note as a new user. */
export async function openNewNote(site: Site, openAs: OpenAs, width: number): Promise<Page> {
  const author = await newUser(site.url, '글쓰는사람')
  const page = await openAs(author, width, await newNotePath(author))
  await expect(titleField(page)).toBeVisible()
  return page
}

/** Creates a topic and returns its number. */
export async function newTopic(author: TestUser, title = '회의록'): Promise<number> {
  const { subjects } = await author.call(createTopic, { title })
  return subjects[0]?.subjectNo ?? 0
}

/** Creates a topic and returns the address of a new note in it. */
export async function newNotePath(author: TestUser): Promise<string> {
  return `/note/create?topic=${await newTopic(author)}`
}

export const titleField = (page: Page) => page.getByLabel(ko['notes.title'], { exact: true })
export const bodyField = (page: Page) => page.getByLabel(ko['notes.body'], { exact: true })
export const save = (page: Page) => page.getByRole('button', { name: ko['notes.save'], exact: true }).click()
/** The message that all changes are saved. After an earlier save its text stays while the user types on. */
export const savedMessage = (page: Page) =>
  page
    .locator('.writing__save-message', { has: page.locator('.writing__save-status--saved') })
    .getByText(/^\d\d:\d\d:\d\d 저장했어요$/)

export async function saveWithTitle(page: Page, title: string): Promise<void> {
  await titleField(page).fill(title)
  await save(page)
  await expect(savedMessage(page)).toBeVisible()
}

/** Changes the open note as another device would. */
export async function changeOnOtherDevice(
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

/** Returns the text of the open note on the server. */
export function fetchNoteText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const form = new FormData()
    form.set('noteNo', new URL(location.href).searchParams.get('no') ?? '')
    const headers = { authData: sessionStorage.getItem('authToken') ?? '' }
    const answer = await fetch('/api/note/get', { method: 'POST', body: form, headers })
    return decodeURIComponent((await answer.json()).text)
  })
}

/** Returns the unsaved texts that this device stores. */
export const storedTexts = async (page: Page) => (await storedContents(page)).map(({ text }) => text)
export const storedTitles = async (page: Page) => (await storedContents(page)).map(({ title }) => title)

function storedContents(page: Page): Promise<{ title: string; text: string }[]> {
  return page.evaluate(
    () =>
      new Promise<{ title: string; text: string }[]>(resolve => {
        const opening = indexedDB.open('geulmaru-documents')
        // Creating the database is up to the page.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('copies')) return resolve([])
          const reading = database.transaction('copies').objectStore('copies').getAll()
          reading.onsuccess = () => resolve(reading.result.map(({ content }) => content))
        }
      }),
  )
}

/** Returns the notes that the server has in a topic, oldest first. */
export async function savedNotes(
  author: TestUser,
  topicNo: number,
): Promise<{ title: string; text: string }[]> {
  const { notes } = await author.call(getNotes, { topicNo })
  const byNumber = [...notes].sort((one, other) => one.noteNo - other.noteNo)
  return Promise.all(
    byNumber.map(async ({ noteNo }) => {
      const { title, text } = await author.call(getNote, { noteNo })
      return { title, text: decodeText(text) }
    }),
  )
}
