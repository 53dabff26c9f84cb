import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newPerson, PASSWORD } from '#tests/support/person.ts'
import { breakBrowser, type Fault, holdStore, releaseStore, visit } from './brokenBrowser.ts'
import { bodyOf, DESKTOP, keptDrafts, newNotePath, save, savedMessage, titleOf } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { newVisitor, signUp, typeSignIn } from './steps.ts'
import { box, said, send } from './talking.ts'

/** A browser in which what keeps, copies or computes something is missing, throws, is full or never answers. */

const FAULTS: [fault: Fault, form: string][] = [
  ['forbidden', ''],
  ['silent', ''],
  ['missing', ' @long'],
  ['null', ' @long'],
  ['throws', ' @long'],
  ['rejects', ' @long'],
  ['full', ' @long'],
  ['aborts', ' @long'],
  ['stalls', ' @long'],
]

const nowhere = (page: Page) => page.getByText(ko['notes.saveStatusNowhere'])
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

for (const [fault, form] of FAULTS)
  test(`every screen opens and everything can be saved where the browser's stores are ${fault}${form}`, async ({
    site,
    newPage,
  }) => {
    test.slow()
    const [author, friend] = [await newPerson(site.url, '글쓴이'), await newPerson(site.url, '읽는이')]
    const { subjects } = await author.does(createTopic, { title: '회의록' })
    const topicNo = subjects[0]?.subjectNo ?? 0
    const text = encodeText('처음 쓴 글 $x^2$\n\n```js\nlet a = 1\n```')
    const { noteNo } = await author.does(postNote, { topicNo, title: '함께 읽은 책', text })
    const hubNo = await makeHub(author, friend)
    await author.does(shareNote, { hubNo, noteNo })

    const page = await newPage(site.url, DESKTOP)
    await breakBrowser(page, fault)
    await page.goto('/home')

    await test.step('a visitor looks around', async () => {
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await visit(page, paths.lookaroundDiscussion)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await visit(page, paths.agora)
      await expect(heading(page, ko['agora.title'])).toBeVisible()
    })

    await test.step('somebody signs in and stays signed in', async () => {
      await visit(page, paths.signIn)
      await page.getByRole('checkbox', { name: ko['accounts.rememberMe'] }).check()
      await typeSignIn(page, author.email, PASSWORD)
      await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
    })

    await test.step('a quick note is saved', async () => {
      await page.getByLabel(ko['notes.quick']).fill('짧은 글')
      await page.getByLabel(ko['notes.quick']).press('Control+Enter')
      await expect(page.getByText('노트로 담았어요', { exact: false }).first()).toBeVisible()
    })

    await test.step('notes are listed and read', async () => {
      await visit(page, paths.topics)
      await expect(page.getByRole('main').getByText('회의록').first()).toBeVisible()
      await visit(page, paths.notes(topicNo))
      await expect(page.getByRole('link', { name: '함께 읽은 책' }).first()).toBeVisible()
      await visit(page, paths.note(noteNo))
      await expect(page.getByText('처음 쓴 글').first()).toBeVisible()
    })

    await test.step('a note is written and saved', async () => {
      await visit(page, paths.createNote(topicNo))
      await titleOf(page).fill('새 노트')
      await bodyOf(page).fill('새로 쓴 글')
      await expect(nowhere(page)).toBeVisible()
      await save(page)
      await expect(savedMessage(page)).toBeVisible()
      await visit(page, paths.updateNote(noteNo))
      await expect(bodyOf(page)).toHaveValue(/처음 쓴 글/)
    })

    await test.step('rooms open, and a comment arrives', async () => {
      await visit(page, paths.friends)
      await expect(page.locator(`a[href^="/discussion"]`).first()).toBeVisible()
      await visit(page, paths.discussion(hubNo))
      await expect(page.getByRole('link', { name: '함께 읽은 책' })).toBeVisible()
      await visit(page, paths.noteInHub(noteNo, hubNo))
      await box(page).fill('잘 읽었어요')
      await send(page)
      await expect(said(page, '잘 읽었어요')).toBeVisible()
      await expect(page.getByText(ko['comments.sending'])).toBeHidden()
    })

    await test.step('files are imported', async () => {
      await visit(page, paths.importNotes)
      const file = { name: '가져온 글.md', mimeType: 'text/markdown', buffer: Buffer.from('가져온 글이에요') }
      await page.locator('input[type="file"]').setInputFiles([file])
      await page.getByRole('button', { name: '노트 1개 가져오기' }).click()
      await expect(page.getByText(ko['imports.done'])).toBeVisible()
    })

    await test.step('all else opens', async () => {
      await visit(page, paths.agora)
      await expect(heading(page, ko['agora.title'])).toBeVisible()
      await visit(page, paths.inbox)
      await expect(heading(page, ko['inbox.title'])).toBeVisible()
      await visit(page, paths.trash)
      await expect(heading(page, ko['trash.title'])).toBeVisible()
      await visit(page, paths.myInfo)
      await page.getByLabel(ko['myInfo.currentPassword']).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: ko['myInfo.update'] })).toBeVisible()
    })

    await test.step('they sign out, and somebody new signs up', async () => {
      await page.getByRole('button', { name: ko['shell.signOut'], exact: true }).click()
      await expect(page).toHaveURL(/\/home$/)
      await signUp(page, newVisitor('새로온이'))
    })
  })

test.describe('a store that answers late', () => {
  test('offers its draft beside what is typed meanwhile @long', async ({ site, openAs }) => {
    test.slow()
    const author = await newPerson(site.url, '글쓴이')
    const address = await newNotePath(author)
    const before = await openAs(author, DESKTOP, address)
    await bodyOf(before).fill('먼저 쓴 글')
    await expect.poll(() => keptDrafts(before)).toEqual(['먼저 쓴 글'])
    await before.close({ runBeforeUnload: false })

    const context = before.context()
    const openLate = async () => {
      const page = await context.newPage()
      await page.addInitScript(token => sessionStorage.setItem('authToken', token), author.token)
      await holdStore(page)
      await page.goto(address)
      await expect(titleOf(page)).toBeVisible()
      return page
    }

    const typing = await openLate()
    await bodyOf(typing).fill('지금 쓰는 글')
    await expect(nowhere(typing)).toBeVisible()
    await releaseStore(typing)
    await expect(typing.getByRole('region', { name: ko['notes.draftOffers'] })).toBeVisible()
    await expect(bodyOf(typing)).toHaveValue('지금 쓰는 글')
    await expect.poll(async () => (await keptDrafts(typing)).sort()).toEqual(['먼저 쓴 글', '지금 쓰는 글'])
    await expect(nowhere(typing)).toBeHidden()
    await titleOf(typing).fill('지금')
    await save(typing)
    await expect(savedMessage(typing)).toBeVisible()
    await typing.close()

    const waiting = await openLate()
    await expect(bodyOf(waiting)).toHaveValue('')
    await releaseStore(waiting)
    await waiting.getByRole('button', { name: ko['notes.draftContinue'] }).click()
    await expect(bodyOf(waiting)).toHaveValue('먼저 쓴 글')
  })
})
