import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { newTopic } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { chooseTopicAction } from './steps.ts'

async function fillTopic(author: TestUser): Promise<number> {
  await author.call(createTopic, { title: '보관함' })
  const topicNo = await newTopic(author, '주제')
  for (let number = 1; number <= 6; number += 1)
    await author.call(postNote, { topicNo, title: `${number}번 노트`, text: '' })
  return topicNo
}

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: title })
const titles = (page: Page) => () => page.locator('.note-row__title').allTextContents()
const ALL = ['6번 노트', '5번 노트', '4번 노트', '3번 노트', '2번 노트', '1번 노트']

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`selected notes are deleted or moved, and undone (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '여럿이')
    const page = await openAs(author, width, paths.notes(await fillTopic(author)))
    const bar = page.getByRole('region', { name: ko['notes.selected'] })
    const toast = page.getByRole('status')
    await chooseTopicAction(page, ko['notes.select'])
    await expect(bar.getByRole('button', { name: ko['notes.toTrash'] })).toBeDisabled()

    await test.step('Shift selects a range, and one note of it is deselected', async () => {
      await page.getByText('5번 노트').click()
      await page.getByText('2번 노트').click({ modifiers: ['Shift'] })
      await box(page, '3번 노트').press('Space')
      await expect(bar.getByText('3개 골랐어요')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('into the trash without a confirmation, and back', async () => {
      await bar.getByRole('button', { name: ko['notes.toTrash'] }).click()
      await expect.poll(titles(page)).toEqual(['6번 노트', '3번 노트', '1번 노트'])
      await expect(bar).toBeHidden()
      await toast.getByRole('button', { name: ko['common.undo'] }).click()
      await expect.poll(titles(page)).toHaveLength(6)
    })
    await test.step('into another topic, and back', async () => {
      await chooseTopicAction(page, ko['notes.select'])
      await bar.getByRole('button', { name: ko['notes.selectAll'] }).click()
      await box(page, '6번 노트').uncheck()
      await bar.getByRole('button', { name: ko['notes.selectedMove'] }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^보관함/ })
        .click()
      await expect.poll(titles(page)).toEqual(['6번 노트'])
      await expect(toast.getByText('노트 5개를 ‘보관함’ 주제로 옮겼어요.')).toBeVisible()
      await toast.getByRole('button', { name: ko['common.undo'] }).last().click()
      await expect.poll(titles(page)).toHaveLength(6)
    })
    await test.step('Esc ends the selection and clears it', async () => {
      await chooseTopicAction(page, ko['notes.select'])
      await box(page, '6번 노트').check()
      await page.keyboard.press('Escape')
      await expect(bar).toBeHidden()
      await chooseTopicAction(page, ko['notes.select'])
      await expect(bar.getByText(ko['notes.selectedNone'])).toBeVisible()
    })
  })

test('a selected note that another device deletes is deselected @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const topicNo = await fillTopic(author)
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await page.waitForLoadState('networkidle')
  const bar = page.getByRole('region', { name: ko['notes.selected'] })
  await chooseTopicAction(page, ko['notes.select'])
  for (const title of ['6번 노트', '5번 노트', '4번 노트']) await box(page, title).check()
  await expect(bar.getByText('3개 골랐어요')).toBeVisible()
  const { notes } = await author.call(getNotes, { topicNo })
  await author.call(deleteNote, { noteNo: notes.find(({ title }) => title === '5번 노트')?.noteNo ?? 0 })
  await expect(bar.getByText('2개 골랐어요')).toBeVisible()
})

test('a note that another device deleted is neither restored nor moved @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const topicNo = await fillTopic(author)
  const page = await openAs(author, DESKTOP, paths.notes(topicNo), silent =>
    silent.routeWebSocket(/socket/, () => undefined),
  )
  const deleteElsewhere = async (title: string) => {
    const { notes } = await author.call(getNotes, { topicNo })
    await author.call(deleteNote, { noteNo: notes.find(note => note.title === title)?.noteNo ?? 0 })
  }
  const bar = page.getByRole('region', { name: ko['notes.selected'] })
  const toast = page.getByRole('status')
  await chooseTopicAction(page, ko['notes.select'])
  for (const title of ['6번 노트', '5번 노트']) await box(page, title).check()
  await deleteElsewhere('5번 노트')
  await bar.getByRole('button', { name: ko['notes.toTrash'] }).click()
  await expect(toast.getByText('1개는 이미 사라졌어요.')).toBeVisible()
  await toast.getByRole('button', { name: ko['common.undo'] }).click()
  await expect.poll(titles(page)).toEqual(['6번 노트', '4번 노트', '3번 노트', '2번 노트', '1번 노트'])

  await chooseTopicAction(page, ko['notes.select'])
  for (const title of ['6번 노트', '4번 노트', '3번 노트']) await box(page, title).check()
  await deleteElsewhere('4번 노트')
  await bar.getByRole('button', { name: ko['notes.selectedMove'] }).click()
  const topic = page.getByRole('dialog').getByRole('button', { name: /^보관함/ })
  await topic.click()
  await expect(toast.getByText('노트 2개를 ‘보관함’ 주제로 옮겼어요. 1개는 이미 사라졌어요.')).toBeVisible()
  await expect.poll(titles(page)).toEqual(['2번 노트', '1번 노트'])
})

test('a long press selects a note, and taps then select further notes @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '손가락')
  const page = await openAs(author, PHONE, paths.notes(await fillTopic(author)))
  await expect.poll(titles(page)).toEqual(ALL)
  const pressed = await page.getByText('4번 노트').boundingBox()
  const finger = await page.context().newCDPSession(page)
  const touchPoints = [{ x: (pressed?.x ?? 0) + 20, y: (pressed?.y ?? 0) + 10 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(box(page, '4번 노트')).toBeChecked()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByText('2번 노트').tap()
  await expect(box(page, '2번 노트')).toBeChecked()
  await expect(box(page, '4번 노트')).toBeChecked()
  await page.getByRole('button', { name: ko['notes.selectEnd'] }).tap()
  await page.getByText('2번 노트').tap()
  await expect(page.getByRole('heading', { level: 1, name: '2번 노트' })).toBeVisible()
})
