import type { Page } from '@playwright/test'
import { getUnsavedDocuments } from '#protocol/documents.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser } from '#tests/support/users.ts'
import { createGate } from './delays.ts'
import { bodyField, newTopic, save, savedNotes, storedTexts } from './editor.ts'
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
