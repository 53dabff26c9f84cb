import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { blockIndexedDb, breakBrowser, type Fault, navigateInApp, releaseIndexedDb } from './browserFaults.ts'
import { bodyField, newNotePath, newTopic, save, savedMessage, storedTexts, titleField } from './editor.ts'
import { DESKTOP, expect, test } from './fixtures.ts'
import { newHub, newVisitor, signUp, submitSignIn } from './steps.ts'
import { commentBox, commentItem, sendComment } from './thread.ts'

/**
 * The product in a browser whose storage, clipboard, workers or crypto are missing, throw, are full or never respond.
 */

const FAULTS: [fault: Fault, form: string][] = [
  ['forbidden', ''],
  ['silent', ' @long'],
  ['missing', ' @long'],
  ['null', ' @long'],
  ['throws', ' @long'],
  ['rejects', ' @long'],
  ['full', ' @long'],
  ['aborts', ' @long'],
  ['stalls', ' @long'],
]

const unsavedMessage = (page: Page) => page.getByText(ko['notes.saveStatusNowhere'])
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const [fault, form] of FAULTS)
  test(`every screen opens and saves where storage is ${fault}${form}`, async ({ site, newPage }) => {
    const [author, , hubNo] = await newHub(site)
    const topicNo = await newTopic(author, '회의록')
    const text = encodeText('처음 쓴 글 $x^2$\n\n```js\nlet a = 1\n```')
    const { noteNo } = await author.call(postNote, { topicNo, title: '함께 읽은 책', text })
    await author.call(shareNote, { hubNo, noteNo })

    const page = await newPage(site.url, DESKTOP)
    await breakBrowser(page, fault)
    await page.goto('/home')

    await test.step('a visitor opens the lookaround', async () => {
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await navigateInApp(page, paths.lookaroundDiscussion)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await navigateInApp(page, paths.agora)
      await expect(heading(page, ko['shell.opinions'])).toBeVisible()
    })
    await test.step('a user signs in with remember me', async () => {
      await navigateInApp(page, paths.signIn)
      await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
      await submitSignIn(page, author.email, PASSWORD)
      await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
    })
    await test.step('a user saves a quick note', async () => {
      await page.getByLabel(ko['notes.quick']).fill('짧은 글')
      await page.getByLabel(ko['notes.quick']).press('Control+Enter')
      await expect(page.getByText('노트로 담았어요', { exact: false }).first()).toBeVisible()
    })
    await test.step('notes are listed and read', async () => {
      await navigateInApp(page, paths.topics)
      await expect(page.getByRole('main').getByText('회의록').first()).toBeVisible()
      await navigateInApp(page, paths.notes(topicNo))
      await expect(page.getByRole('link', { name: '함께 읽은 책' }).first()).toBeVisible()
      await navigateInApp(page, paths.note(noteNo))
      await expect(page.getByText('처음 쓴 글').first()).toBeVisible()
    })
    await test.step('a user writes and saves a note', async () => {
      await navigateInApp(page, paths.createNote(topicNo))
      await titleField(page).fill('새 노트')
      await bodyField(page).fill('새로 쓴 글')
      await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
      await save(page)
      await expect(savedMessage(page)).toBeVisible()
      await navigateInApp(page, paths.updateNote(noteNo))
      await expect(bodyField(page)).toHaveValue(/처음 쓴 글/)
    })
    await test.step('rooms open, and a comment arrives', async () => {
      await navigateInApp(page, paths.friends)
      await expect(page.locator(`a[href^="/discussion"]`).first()).toBeVisible()
      await navigateInApp(page, paths.discussion(hubNo))
      await expect(page.getByRole('link', { name: '함께 읽은 책' })).toBeVisible()
      await navigateInApp(page, paths.noteInHub(noteNo, hubNo))
      await commentBox(page).fill('잘 읽었어요')
      await sendComment(page)
      await expect(commentItem(page, '잘 읽었어요')).toBeVisible()
      await expect(page.getByText(ko['comments.sending'])).toBeHidden()
    })
    await test.step('a user imports files', async () => {
      await navigateInApp(page, paths.importNotes)
      const file = { name: '가져온 글.md', mimeType: 'text/markdown', buffer: Buffer.from('가져온 글이에요') }
      await page.locator('input[type="file"]').setInputFiles([file])
      await page.getByRole('button', { name: '노트 1개 가져오기' }).click()
      await expect(page.getByText(ko['imports.done'])).toBeVisible()
    })
    await test.step('all other screens open', async () => {
      await navigateInApp(page, paths.agora)
      await expect(heading(page, ko['shell.opinions'])).toBeVisible()
      await navigateInApp(page, paths.inbox)
      await expect(heading(page, ko['inbox.title'])).toBeVisible()
      await navigateInApp(page, paths.trash)
      await expect(heading(page, ko['trash.title'])).toBeVisible()
      await navigateInApp(page, paths.myInfo)
      await page.getByLabel(ko['myInfo.currentPassword']).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: ko['myInfo.update'] })).toBeVisible()
    })
    await test.step('the user signs out, and another one signs up', async () => {
      await page.getByRole('button', { name: ko['shell.signOut'], exact: true }).click()
      await expect(page).toHaveURL(/\/home$/)
      await signUp(page, newVisitor('새로온이'))
    })
  })

test('text typed while the device does not answer is stored once it does @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const page = await openAs(author, DESKTOP, await newNotePath(author))
  await blockIndexedDb(page)
  await page.reload()
  await bodyField(page).fill('지금 쓰는 글')
  await expect(page.getByText(ko['notes.saveStatusUnsaved'])).toBeVisible()
  await page.context().setOffline(true)
  await bodyField(page).fill('지금 쓰는 글, 끊긴 뒤')
  await expect(unsavedMessage(page)).toBeVisible()
  await releaseIndexedDb(page)
  await expect.poll(() => storedTexts(page)).toEqual(['지금 쓰는 글, 끊긴 뒤'])
  await expect(page.getByText(ko['notes.saveStatusKeptHere'])).toBeVisible()
})
