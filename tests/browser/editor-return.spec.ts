import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getUnsavedDocuments } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { createGate } from './delays.ts'
import {
  bodyField,
  newTopic,
  save,
  savedMessage,
  savedNotes,
  saveWithTitle,
  storedTexts,
  titleField,
} from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'

/** Who leaves the editor and returns at once finds all text, also while the server does not answer. */

const TEXT = '비가 그치고 길이 마른다.'
const MORE = ' 새가 운다.'

/** Lets what the page sends about documents and notes wait between `close` and `open`. */
function createServerGate() {
  let gate = createGate()
  gate.open()
  return {
    async prepare(page: Page) {
      await page.routeWebSocket(/socket/, socket => {
        const server = socket.connectToServer()
        socket.onMessage(async message => {
          if (String(message).includes('document:')) await gate.opened
          server.send(message)
        })
      })
      await page.route(/\/api\/note\/(post|update)$/, async route => {
        await gate.opened
        await route.continue()
      })
    },
    close() {
      gate = createGate()
    },
    open: () => gate.open(),
  }
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await bodyField(page).press('Control+End')
  await page.keyboard.type(text)
}

async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: ko['notes.toList'] }).click()
  await expect(page).toHaveURL(/notelist/)
  await page.goBack()
}

test('the last words of a draft are in the editor after an immediate return', async ({ site, openAs }) => {
  const author = await newUser(site.url, '돌아온이')
  const server = createServerGate()
  const path = `/note/create?topic=${await newTopic(author)}`
  const page = await openAs(author, PHONE, path, server.prepare)
  await bodyField(page).fill(TEXT)
  await expect.poll(() => storedTexts(page)).toEqual([TEXT])
  server.close()
  for (const text of [TEXT + MORE, TEXT + MORE + MORE]) {
    await typeAtEnd(page, MORE)
    await leaveAndReturn(page)
    await expect(bodyField(page)).toHaveValue(text)
  }
  server.open()
  const unsaved = async () => (await author.call(getUnsavedDocuments, {})).documents
  await expect.poll(unsaved).toMatchObject([{ excerpt: TEXT + MORE + MORE }])
  await expect(bodyField(page)).toHaveValue(TEXT + MORE + MORE)
})

test('so are the last words that are typed while the note is being saved', async ({ site, openAs }) => {
  const author = await newUser(site.url, '돌아온이')
  const server = createServerGate()
  const topicNo = await newTopic(author)
  const page = await openAs(author, DESKTOP, `/note/create?topic=${topicNo}`, server.prepare)
  await bodyField(page).fill(TEXT)
  await expect.poll(() => storedTexts(page)).toEqual([TEXT])
  server.close()
  await save(page)
  await typeAtEnd(page, MORE)
  await leaveAndReturn(page)
  await expect(bodyField(page)).toHaveValue(TEXT + MORE)
  server.open()
  await save(page)
  await expect.poll(() => savedNotes(author, topicNo)).toEqual([{ title: TEXT, text: TEXT + MORE }])
})

test('without a connection, the screens show what the editor has saved', async ({ site, openAs }) => {
  const author = await newUser(site.url, '돌아온이')
  const topicNo = await newTopic(author)
  const { noteNo } = await author.call(postNote, {
    ...{ topicNo, title: '산책', text: encodeText(TEXT) },
    requestKey: crypto.randomUUID(),
  })
  const page = await openAs(author, PHONE, paths.note(noteNo))

  await test.step('of a note that was read before', async () => {
    await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
    await typeAtEnd(page, MORE)
    await titleField(page).fill('저녁 산책')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    await page.context().setOffline(true)
    await page.goBack()
    await expect(page.getByRole('heading', { name: '저녁 산책', level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toContainText(TEXT + MORE)
    await page.goForward()
    await expect(bodyField(page)).toHaveValue(TEXT + MORE)
    await page.context().setOffline(false)
  })
  await test.step('of a new note', async () => {
    await page.goto(paths.notes(topicNo))
    await expect(page.getByRole('link', { name: '저녁 산책' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: ko['notes.write'] }).click()
    await bodyField(page).fill(MORE)
    const fetched = ['/api/note/get', '/api/note/getnotes'].map(path => page.waitForResponse(`**${path}`))
    await saveWithTitle(page, '새소리')
    await Promise.all(fetched)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: ko['notes.toList'] }).click()
    await page.getByRole('link', { name: '새소리' }).click()
    await expect(page.getByRole('article')).toContainText(MORE.trim())
  })
})

test('another device opens a draft whose topic was deleted, and saves it in another topic', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '돌아온이')
  const [topicNo, otherNo] = [await newTopic(author, '없앨 주제'), await newTopic(author, '남는 주제')]
  const phone = await openAs(author, PHONE, paths.createNote(topicNo))
  await bodyField(phone).fill(TEXT)
  const unsaved = async () => (await author.call(getUnsavedDocuments, {})).documents
  await expect.poll(unsaved).toMatchObject([{ excerpt: TEXT }])
  await author.call(deleteTopic, { topicNo })
  const page = await openAs(author, DESKTOP, paths.topics)
  await page.getByRole('region', { name: ko['notes.drafts'] }).getByRole('link', { name: TEXT }).click()
  await expect(bodyField(page)).toHaveValue(TEXT)
  await save(page)
  await expect(page.getByText(ko['notes.topicGoneWhileWriting'])).toBeVisible()
  await page.locator('.writing__topic').click()
  await page.getByRole('dialog').getByRole('button', { name: '남는 주제' }).click()
  await saveWithTitle(page, '맑은 날')
  expect(await savedNotes(author, otherNo)).toEqual([{ title: '맑은 날', text: TEXT }])
})
