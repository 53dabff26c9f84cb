import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { newPerson } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, keptDrafts, PHONE, save, titleOf } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'
import { signIn } from './steps.ts'

/** What a visitor tries out in the lookaround is not lost without a word. */

const TITLE = '주말에 읽은 세 문장'
const TEXT = '재는 사람이 바뀌면 키가 바뀐다.'
const offerOf = (page: Page) => page.getByRole('complementary', { name: ko['trialDraft.label'] })

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`a visitor's text comes along to their first topic, ${width} px${form}`, async ({
    site,
    openPage,
  }) => {
    const person = await newPerson(site.url, '가져오는이')
    const page = await openPage(site.url, width, paths.lookaroundCreateNote)
    await save(page)
    await expect(page.getByText(ko['lookaround.cannotSave'])).toBeVisible()
    const carry = page.getByRole('button', { name: ko['lookaround.carry'] })
    await expect(carry).toBeHidden()

    await titleOf(page).fill(TITLE)
    await bodyOf(page).fill(TEXT)
    await save(page)
    await expect(page.getByText(ko['lookaround.cannotSave'])).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: ko['lookaround.keepTrying'] }).click()
    await expect(bodyOf(page)).toBeFocused()
    await expect(carry).toBeHidden()
    await save(page)
    await carry.click()
    await expect(page).toHaveURL(paths.signUp)
    await expect(page.getByText(TITLE)).toBeVisible()

    await page.reload()
    await expect(page.getByText(TITLE)).toBeVisible()
    await signIn(page, person)
    await expect(offerOf(page)).toContainText(TITLE)
    await expectAccessible(page)
    await page.getByRole('button', { name: ko['trialDraft.take'] }).click()
    await expect(titleOf(page)).toHaveValue(TITLE)
    await expect(bodyOf(page)).toHaveValue(TEXT)
    await expect(offerOf(page)).toBeHidden()
    expect((await person.does(getTopics, {})).subjects).toMatchObject([{ title: ko['trialDraft.topic'] }])
    expect(await keptDrafts(page)).toEqual([TEXT])
    expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
  })

test('it can be thrown away, and signing out asks about it', async ({ site, openAs }) => {
  const member = await newPerson(site.url, '버리는이')
  const page = await openAs(member, DESKTOP, paths.lookaroundCreateNote)
  await bodyOf(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.home)
  await expect(offerOf(page)).toContainText(TEXT)

  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  const asked = page.getByRole('dialog', { name: ko['accounts.signOutAsk'] })
  await expect(asked).toContainText(ko['trialDraft.atLeaving'])
  await asked.getByRole('button', { name: ko['common.cancel'] }).click()

  await page.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
  await expect(offerOf(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: ko['shell.signOut'] })).toBeVisible()
  await expect(offerOf(page)).toBeHidden()
})

test('a text that comes along is in the editor again after a reload, so the next text does not replace it @long', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, paths.lookaroundCreateNote)
  await bodyOf(page).fill(TEXT)
  await save(page)
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.signUp)
  await page.goto(paths.lookaroundCreateNote)
  await expect(bodyOf(page)).toHaveValue(TEXT)
})

test('who writes in the lookaround is told how to go on and where the text stays @long', async ({
  site,
  openPage,
}) => {
  const page = await openPage(site.url, DESKTOP, paths.lookaroundCreateNote)

  await test.step('Tab, which indents, says how to go on', async () => {
    const hint = page.getByRole('status').filter({ hasText: ko['notes.keysWayOut'] })
    await bodyOf(page).click()
    await expect(hint).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(hint).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(bodyOf(page)).not.toBeFocused()
    await expect(hint).toBeHidden()
  })

  await test.step('who leaves is told where the text stays, and finds it there', async () => {
    await page.waitForLoadState('networkidle')
    await bodyOf(page).fill(TEXT)
    await page.getByRole('main').getByRole('link', { name: ko['shell.toHome'] }).click()
    await expect(page).toHaveURL(paths.home)
    await expect(page.getByText(ko['lookaround.textStays'])).toBeVisible()
    await page.getByRole('link', { name: ko['lookaround.writeOn'] }).click()
    await expect(bodyOf(page)).toHaveValue(TEXT)
    expect(
      await page.evaluate(() => Object.values({ ...sessionStorage, ...localStorage }).join()),
    ).not.toContain(TEXT)

    const asked = new Promise<string>(resolve => {
      page.once('dialog', dialog => {
        resolve(dialog.type())
        void dialog.accept()
      })
    })
    await page.reload()
    expect(await asked).toBe('beforeunload')
  })
})
