import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, changeOnOtherDevice, fetchNoteText, save, savedMessage } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'

/** Finding and replacing in the text of a note, and the places that a search has found. */

const query = (page: Page) => page.getByRole('textbox', { name: ko['find.query'], exact: true })
const replacement = (page: Page) => page.getByRole('textbox', { name: ko['find.replacement'] })
const count = (page: Page) => page.locator('.find-bar__count')
const message = (page: Page) => page.locator('.find-bar__message')
const option = (page: Page, name: 'find.case' | 'find.word' | 'find.expression') =>
  page.getByRole('button', { name: ko[name] })
const press = (page: Page, name: 'find.replaceOne' | 'find.replaceAll' | 'find.next' | 'find.showReplace') =>
  page.getByRole('button', { name: ko[name], exact: true }).click()

const marks = (page: Page) => page.locator('.highlight__match')

/** The texts that a highlight of the reader shows. */
function highlighted(page: Page, name: 'found' | 'found-current'): Promise<string[]> {
  return page.evaluate(
    highlight =>
      [...(CSS.highlights.get(highlight) ?? [])].map(range =>
        (range.startContainer as Text).data.slice(range.startOffset, range.endOffset),
      ),
    name,
  )
}

const TEXT = '회의록\n\n오늘 회의는 회의실에서.\n- 회의 준비\n- Note와 note'

test('finds and replaces in the text, each as one undo step', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const noteNo = await writeNote(me, '회의', TEXT)
  const page = await openAs(me, DESKTOP, paths.updateNote(noteNo))
  const body = bodyField(page)
  await expect(body).toHaveValue(TEXT)

  await test.step('Ctrl+F finds, Enter and F3 go on, and the matches are marked', async () => {
    await body.press('Control+f')
    await expect(query(page)).toBeFocused()
    await query(page).fill('회의')
    await expect(count(page)).toHaveText('1/4')
    await expect(marks(page)).toHaveText(['회의', '회의', '회의', '회의'])
    await query(page).press('Enter')
    await expect(count(page)).toHaveText('2/4')
    await query(page).press('Shift+Enter')
    await query(page).press('Shift+F3')
    await expect(count(page)).toHaveText('4/4')
    await expectAccessible(page)
  })

  await test.step('case, whole words with particles, and expressions', async () => {
    await option(page, 'find.word').click()
    await expect(count(page)).toHaveText('2/2')
    await option(page, 'find.word').click()
    await query(page).fill('note')
    await expect(count(page)).toHaveText('1/2')
    await option(page, 'find.case').click()
    await expect(count(page)).toHaveText('1/1')
    await option(page, 'find.expression').click()
    await query(page).fill('^- (\\S+)')
    await expect(count(page)).toHaveText('1/2')
    await query(page).fill('(')
    await expect(message(page)).toHaveText(ko['find.invalid'])
  })

  await test.step('replaces one, then all as one step, with groups', async () => {
    await query(page).fill('^- (\\S+)')
    await expect(count(page)).toHaveText('1/2')
    await press(page, 'find.showReplace')
    await replacement(page).fill('* [$1]')
    await replacement(page).press('Enter')
    await expect(body).toHaveValue(TEXT.replace('- 회의', '* [회의]'))
    await option(page, 'find.expression').click()
    await option(page, 'find.case').click()
    await query(page).fill('회의')
    await expect(count(page)).toHaveText(/\/4$/)
    await replacement(page).fill('모임')
    await press(page, 'find.replaceAll')
    await expect(body).toHaveValue(TEXT.replace('- 회의', '* [회의]').replaceAll('회의', '모임'))
    await expect(message(page)).toHaveText('4곳을 바꿨어요.')
    await expect(count(page)).toHaveText(ko['find.none'])
    await body.press('Control+z')
    await expect(body).toHaveValue(TEXT.replace('- 회의', '* [회의]'))
    await expect(count(page)).toHaveText(/\/4$/)
    await body.press('Control+z')
    await expect(body).toHaveValue(TEXT)
    await body.press('Control+Shift+z')
    await body.press('Control+Shift+z')
    await save(page)
    await expect(savedMessage(page)).toBeVisible()
    expect(await fetchNoteText(page)).toBe(TEXT.replace('- 회의', '* [회의]').replaceAll('회의', '모임'))
  })

  await test.step('refuses to make the text too long', async () => {
    await query(page).fill('모임')
    await replacement(page).fill('모'.repeat(2_000))
    const before = await body.inputValue()
    await press(page, 'find.replaceAll')
    await expect(message(page)).toContainText('5,000자')
    await expect(body).toHaveValue(before)
  })

  await test.step('Esc ends it and selects the match in the text', async () => {
    await query(page).press('Escape')
    await expect(query(page)).toBeHidden()
    await expect(body).toBeFocused()
    const selected = await body.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    )
    expect(selected).toBe('모임')
    await expect(marks(page)).toHaveCount(0)
    await body.press('Control+h')
    await expect(query(page)).toHaveValue('모임')
    await expect(replacement(page)).toBeVisible()
  })
})

test('follows what the user and other devices type, and a composition in its field', async ({
  site,
  openAs,
}) => {
  const me = await newUser(site.url)
  const noteNo = await writeNote(me, '회의', TEXT)
  const page = await openAs(me, DESKTOP, paths.updateNote(noteNo))
  const body = bodyField(page)
  await expect(body).toHaveValue(TEXT)
  await body.press('Control+f')
  const inputMethod = await openInputMethod(page)
  for (const part of ['ㅎ', '호', '회', '횡', '회으', '회의']) await inputMethod.compose(part)
  await expect(query(page)).toHaveValue('회의')
  await expect(count(page)).toHaveText('1/4')
  // The Enter that ends a composition does not go on.
  await inputMethod.key('Enter')
  await inputMethod.commit('회의')
  await expect(query(page)).toHaveValue('회의')
  await expect(count(page)).toHaveText('1/4')

  await body.press('Control+End')
  await body.pressSequentially(' 회의')
  await expect(count(page)).toHaveText('1/5')
  await expect(marks(page)).toHaveCount(5)
  await expect(page.locator('.highlight__match--current')).toHaveCount(1)

  await changeOnOtherDevice(page, '회의', `전에는 회의\n${TEXT}`)
  await expect(body).toHaveValue(`전에는 회의\n${TEXT} 회의`)
  await expect(count(page)).toHaveText('2/6')

  await test.step('replacing all while another device writes keeps the words of both', async () => {
    await press(page, 'find.showReplace')
    await replacement(page).fill('모임')
    await press(page, 'find.replaceAll')
    await changeOnOtherDevice(page, '회의', `전에는 회의\n${TEXT}\n- 새 줄`)
    await expect(body).toHaveValue(`${`전에는 회의\n${TEXT} 회의`.replaceAll('회의', '모임')}\n- 새 줄`)
  })
})

test('a catastrophic expression does not block typing', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const text = `${'a'.repeat(4_900)}!`
  const noteNo = await writeNote(me, '느린 식', text)
  const page = await openAs(me, DESKTOP, paths.updateNote(noteNo))
  const body = bodyField(page)
  await expect(body).toHaveValue(text)
  await body.press('Control+f')
  await option(page, 'find.expression').click()
  await query(page).fill('(a+)+$')
  await expect(message(page)).toHaveText(ko['find.tooSlow'])
  await body.press('Control+End')
  await body.pressSequentially('가')
  await expect(body).toHaveValue(`${text}가`)
  await query(page).fill('a{4900}')
  await expect(count(page)).toHaveText('1/1')
})

test('on a phone it is in the menu of the tools, and replaces them @long', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const long = `${'줄이에요.\n'.repeat(80)}여기 단풍`
  const noteNo = await writeNote(me, '긴 글', long)
  const page = await openAs(me, PHONE, paths.updateNote(noteNo))
  await expect(bodyField(page)).toHaveValue(long)
  await page.getByRole('button', { name: ko['notes.toolsMore'] }).click()
  await page.getByRole('menuitem', { name: ko['keys.findInNote'] }).click()
  await expect(query(page)).toBeFocused()
  await query(page).fill('단풍')
  await expect(count(page)).toHaveText('1/1')
  await expect(page.getByRole('toolbar')).toBeHidden()
  // The match is above the bar.
  const scroller = await page.locator('.writing__scroller').boundingBox()
  const scrolled = await page.locator('.writing__scroller').evaluate(element => element.scrollTop)
  expect(scrolled).toBeGreaterThan(500)
  expect(scroller?.height).toBeGreaterThan(500)
  for (const button of await page.locator('.find-bar').getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await test.step('the match is in view above the keyboard', async () => {
    for (const height of [480, 360]) {
      await page.setViewportSize({ width: PHONE, height })
      await bodyField(page).press('Control+Home')
      await query(page).press('Enter')
      await expect(page.locator('.highlight__match--current')).toBeInViewport({ ratio: 1 })
      await expect(page.locator('.find-bar')).toBeInViewport({ ratio: 1 })
    }
  })
  await page.setViewportSize({ width: PHONE, height: 844 })
  await page.getByRole('button', { name: ko['common.close'] }).click()
  await expect(page.getByRole('toolbar')).toBeVisible()
})

test('a note that a search has found opens at the found words', async ({ site, openAs }) => {
  const me = await newUser(site.url)
  const long = `# 처음\n\n${'긴 문단이에요. '.repeat(20)}\n\n`.repeat(12)
  const noteNo = await writeNote(me, '여행', `${long}마지막에 **단풍** 구경, 단풍 사진 [x](https://단풍.kr)`)
  const page = await openAs(me, DESKTOP, paths.topics)
  // The shortcut's listener loads with the button.
  await expect(page.getByRole('button', { name: ko['search.open'] })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: ko['search.name'] })
  await field.fill('단풍')
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('여행')
  await field.press('Enter')
  await expect(page).toHaveURL(paths.found(paths.note(noteNo), '단풍'))
  const position = page.locator('.found-in-note__count')
  await expect(position).toHaveText('1/2')
  await expect.poll(() => highlighted(page, 'found-current')).toEqual(['단풍'])
  await expect(page.locator('.md').getByText('단풍', { exact: true })).toBeInViewport()
  await press(page, 'find.next')
  await expect(position).toHaveText('2/2')
  await page.keyboard.press('F3')
  await expect(position).toHaveText('1/2')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(position).toBeHidden()
  await expect(page).toHaveURL(paths.note(noteNo))
  expect(await highlighted(page, 'found')).toEqual([])

  await test.step('a query that is only in the syntax marks nothing', async () => {
    await page.goto(paths.found(paths.note(noteNo), 'https'))
    await expect(page.locator('.md strong')).toBeVisible()
    await expect(position).toBeHidden()
  })
})
