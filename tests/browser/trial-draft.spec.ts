import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { getUnsavedDocuments } from '#protocol/documents.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { createGate } from './delays.ts'
import { bodyField, save, storedTexts, titleField } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { openFromMenu, signIn } from './steps.ts'

/** A visitor's trial draft from the lookaround survives the sign-up. */

const TITLE = '주말에 읽은 세 문장'
const TEXT = '재는 사람이 바뀌면 키가 바뀐다.'
const MORE = ' 자가 늘어나도 그렇다.'
const draftOffer = (page: Page) => page.getByRole('complementary', { name: ko['trialDraft.label'] })

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`a trial draft is offered in the first topic, ${width} px${form}`, async ({ site, openPage }) => {
    const user = await newUser(site.url, '가져오는이')
    const page = await openPage(site.url, width, paths.lookaroundCreateNote)
    await save(page)
    await expect(page.getByText(ko['lookaround.cannotSave'])).toBeVisible()
    const carry = page.getByRole('button', { name: ko['lookaround.carry'] })
    await expect(carry).toBeHidden()

    await titleField(page).fill(TITLE)
    await bodyField(page).fill(TEXT)
    await save(page)
    await expect(page.getByText(ko['lookaround.cannotSave'])).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: ko['lookaround.keepTrying'] }).click()
    await expect(bodyField(page)).toBeFocused()
    await expect(carry).toBeHidden()
    await save(page)
    await carry.click()
    await expect(page).toHaveURL(paths.signUp)
    await expect(page.getByText(TITLE)).toBeVisible()

    await page.reload()
    await expect(page.getByText(TITLE)).toBeVisible()
    await signIn(page, user)
    await expect(draftOffer(page)).toContainText(TITLE)
    await expectAccessible(page)
    await page.getByRole('button', { name: ko['trialDraft.take'] }).click()
    await expect(titleField(page)).toHaveValue(TITLE)
    await expect(bodyField(page)).toHaveValue(TEXT)
    await expect(draftOffer(page)).toBeHidden()
    expect((await user.call(getTopics, {})).subjects).toMatchObject([{ title: ko['trialDraft.topic'] }])
    await expect.poll(() => storedTexts(page)).toEqual([TEXT])
    expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
  })

test('a text of the lookaround that was offered to keep comes along when its writer signs up by the menu', async ({
  site,
  openPage,
}) => {
  const user = await newUser(site.url, '메뉴로가는이')
  const page = await openPage(site.url, PHONE, paths.lookaroundCreateNote)
  await bodyField(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.keepTrying'] }).click()
  await bodyField(page).fill(TEXT + MORE)
  await openFromMenu(page, ko['shell.signUp'])
  await expect(page).toHaveURL(paths.signUp)
  await expect(page.getByText(TEXT + MORE)).toBeVisible()
  await signIn(page, user)
  await expect(draftOffer(page)).toContainText(TEXT + MORE)
})

test('a text of the lookaround that its writer clears after the offer is not kept for an account', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, PHONE, paths.lookaroundCreateNote)
  await bodyField(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.keepTrying'] }).click()
  await bodyField(page).fill('')
  await openFromMenu(page, ko['shell.signUp'])
  await expect(page.getByRole('button', { name: ko['accounts.submitSignUp'] })).toBeVisible()
  await expect(page.getByText(TEXT)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
})

test('a trial draft is in the editor once, also if the user types before the server answers', async ({
  site,
  openPage,
}) => {
  const user = await newUser(site.url, '바로쓰는이')
  const page = await openPage(site.url, PHONE, paths.lookaroundCreateNote)
  let { opened, open } = createGate()
  open()
  await page.routeWebSocket(/socket/, socket => {
    const server = socket.connectToServer()
    socket.onMessage(async message => {
      if (String(message).includes('document:')) await opened
      server.send(message)
    })
  })
  await bodyField(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await signIn(page, user)
  await expect(draftOffer(page)).toBeVisible()
  ;({ opened, open } = createGate())
  await page.getByRole('button', { name: ko['trialDraft.take'] }).click()
  await expect(bodyField(page)).toHaveValue(TEXT)
  await bodyField(page).press('Control+End')
  await page.keyboard.type(MORE)
  await expect.poll(() => storedTexts(page)).toEqual([TEXT + MORE])
  await page.getByRole('link', { name: ko['notes.toList'] }).click()
  await expect(page).toHaveURL(/notelist/)
  // Meanwhile the text is being sent.
  await page.goBack()
  await expect(bodyField(page)).toHaveValue(TEXT + MORE)
  open()
  const unsaved = async () => (await user.call(getUnsavedDocuments, {})).documents
  await expect.poll(unsaved).toMatchObject([{ excerpt: TEXT + MORE }])
  await expect(bodyField(page)).toHaveValue(TEXT + MORE)
  await save(page)
  await expect.poll(() => storedTexts(page)).toEqual([])
})

test('a trial draft can be discarded, and signing out asks about it @long', async ({ site, openAs }) => {
  const member = await newUser(site.url, '버리는이')
  const page = await openAs(member, DESKTOP, paths.lookaroundCreateNote)
  await bodyField(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(draftOffer(page)).toContainText(TEXT)

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const confirmation = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(confirmation).toContainText(ko['trialDraft.atLeaving'])
  await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()

  const discard = page.getByRole('button', { name: ko['notes.draftDiscard'] })
  await discard.click()
  await expect(draftOffer(page)).toBeHidden()
  await page.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(draftOffer(page)).toContainText(TEXT)
  await discard.click()
  await expect(draftOffer(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
  await expect(draftOffer(page)).toBeHidden()
})

test('the lookaround explains where its text is stored @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, paths.lookaroundCreateNote)

  await test.step('Tab indents, and a hint says how to leave the field', async () => {
    const hint = page.getByRole('status').filter({ hasText: ko['notes.keysWayOut'] })
    await bodyField(page).click()
    await expect(hint).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(hint).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(bodyField(page)).not.toBeFocused()
    await expect(hint).toBeHidden()
  })
  await test.step('leaving shows where the text is stored, and returning shows it', async () => {
    await page.waitForLoadState('networkidle')
    await bodyField(page).fill(TEXT)
    await page.getByRole('main').getByRole('link', { name: ko['shell.toHome'] }).click()
    await expect(page).toHaveURL(paths.home)
    await expect(page.getByText(ko['lookaround.textStays'])).toBeVisible()
    await page.getByRole('link', { name: ko['lookaround.writeOn'] }).click()
    await expect(bodyField(page)).toHaveValue(TEXT)
    expect(
      await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join()),
    ).not.toContain(TEXT)

    const confirmation = new Promise<string>(resolve => {
      page.once('dialog', dialog => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.reload()
    expect(await confirmation).toBe('beforeunload')
  })
  await test.step('a restored trial draft is in the editor after a reload, so that the next draft does not replace it', async () => {
    await page.goto(paths.lookaroundCreateNote)
    await bodyField(page).fill(TEXT)
    await save(page)
    await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
    await expect(page).toHaveURL(paths.signUp)
    await page.goto(paths.lookaroundCreateNote)
    await expect(bodyField(page)).toHaveValue(TEXT)
  })
})

test('the title and the text of the lookaround can be reached above an on-screen keyboard', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, PHONE, paths.lookaroundCreateNote)
  for (const [width, height] of [
    [PHONE, 480],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    // A click fails if anything covers the field.
    await titleField(page).click()
    await bodyField(page).click()
    await expect(bodyField(page)).toBeFocused()
    expect((await bodyField(page).boundingBox())?.height).toBeGreaterThan(100)
  }
})
