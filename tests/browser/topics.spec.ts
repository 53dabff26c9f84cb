import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TOPICS_PER_PAGE, TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import { getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { restoreTopic } from '#protocol/trash.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'
import { newTopic } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test, waitForConnection } from './fixtures.ts'
import { chooseTopicAction, newHub, openNewTopic, topicRow } from './steps.ts'

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a click anywhere in its row opens a topic (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '누름이')
    const topicNo = await newTopic(author, '밭일')
    await author.call(postNote, { topicNo, title: '감자', text: '' })
    await author.call(createTopic, { title: '집안일' })
    const page = await openAs(author, width, paths.topics)
    await topicRow(page, '밭일').click({ position: { x: 12, y: 12 } })
    await expect(page.getByRole('heading', { level: 1, name: '밭일' })).toBeVisible()
    await expect(page.getByRole('link', { name: '감자' })).toBeVisible()
  })

test('topics on a phone', async ({ site, openAs }) => {
  const author = await newUser(site.url, '손안')
  await author.call(createTopic, { title: '밭일' })
  const page = await openAs(author, PHONE, paths.topics)

  await test.step('the form opens below the list, and closing it returns the focus', async () => {
    const field = page.getByLabel(ko['topics.newTopic'])
    await expect(page.getByRole('heading', { name: '밭일' })).toBeVisible()
    await expect(field).toHaveCount(0)
    await openNewTopic(page)
    await expect(field).toBeFocused()
    await field.press('Escape')
    await expect(page.getByRole('button', { name: ko['topics.add'], exact: true })).toBeFocused()
  })
  await test.step('a duplicate title is allowed, with a message', async () => {
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(1)
    await openNewTopic(page)
    await page.getByLabel(ko['topics.newTopic']).fill('밭일')
    await page.getByRole('button', { name: ko['topics.create'] }).click()
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(2)
    await expect(page.getByRole('status').getByText('‘밭일’ 주제가 하나 더 생겼어요')).toBeVisible()
  })
  await test.step('the list of notes has one bar: back to the topics, and the search in its menu', async () => {
    await topicRow(page, '밭일').first().click()
    await expect(page.getByRole('heading', { level: 1, name: '밭일' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await page.locator('.note-list__actions .action-menu__opener').click()
    await page.getByRole('menuitem', { name: ko['search.open'] }).click()
    await page.getByRole('dialog').getByRole('combobox').press('Escape')
    await page.getByRole('main').getByRole('link', { name: ko['notes.topicList'] }).click()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})

test('the topic of a search result is marked, an empty one named @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '찾는이')
  const topicNo = await newTopic(author, '오래된 주제')
  const { noteNo } = await author.call(postNote, { topicNo, title: '감자', text: '' })
  for (let number = 1; number <= TOPICS_PER_PAGE; number += 1)
    await author.call(createTopic, { title: `주제 ${number}` })
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const topics = page.getByRole('navigation', { name: ko['notes.topicList'], exact: true })
  await expect(topics.getByRole('link', { name: '오래된 주제' })).toHaveAttribute('aria-current', 'true')

  await test.step("the notes column shows the topic's title", async () => {
    const emptyNo = await newTopic(author, '밭일')
    await page.goto(paths.topics)
    const column = page.getByRole('navigation', { name: ko['notes.ofTopic'] })
    await expect(column.getByRole('link', { name: '밭일' })).toBeVisible()
    // The list is empty so far.
    await page.getByRole('main').getByRole('link', { name: ko['notes.write'] }).click()
    await expect(page).toHaveURL(new RegExp(`topic=${emptyNo}`))
  })
})

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`the menu of a row renames and deletes its topic in a dialog (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '고치는이')
    await topicWithNotes(author, '여행 계획', 2)
    await newTopic(author, '집안일')
    const page = await openAs(author, width, paths.topics)
    const row = (title: string) => page.getByRole('listitem').filter({ has: topicRow(page, title) })
    const dialog = (title: string) => page.getByRole('dialog', { name: title })
    const topOf = async (title: string) => (await row(title).boundingBox())?.y
    const choose = async (title: string, action: string) => {
      await row(title).hover()
      await row(title)
        .getByRole('button', { name: /더 보기$/ })
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await expect(row('여행 계획')).toBeVisible()
    const top = await topOf('여행 계획')

    await choose('집안일', ko['common.rename'])
    await expect(dialog('집안일').getByLabel(ko['topics.newName'], { exact: true })).toBeFocused()
    expect(await topOf('여행 계획')).toBe(top)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await choose('여행 계획', ko['notes.deleteTopic'])
    const question = dialog('여행 계획').getByRole('group', { name: ko['notes.deleteTopicAsk'] })
    await expect(question.getByText(/노트 2개는 휴지통에서/)).toBeVisible()
    const tops = await question
      .getByRole('button')
      .evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect().top))
    expect(new Set(tops).size, 'both buttons in one line').toBe(1)
    const spaceAfter = await question.evaluate(
      group =>
        group.getBoundingClientRect().right -
        (group.querySelector('button:last-of-type')?.getBoundingClientRect().right ?? 0),
    )
    expect(spaceAfter, 'the buttons are at the end').toBe(0)
    await question.getByRole('button', { name: ko['common.delete'] }).click()
    await expect(row('여행 계획')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await author.call(getTopics, {})).subjects).toHaveLength(1)
  })

const COUNT = 12

async function topicWithNotes(author: TestUser, title: string, count = COUNT): Promise<number> {
  const topicNo = await newTopic(author, title)
  for (let number = 1; number <= count; number += 1)
    await author.call(postNote, { topicNo, title: `${title} ${number}번`, text: '' })
  return topicNo
}

async function deleteHere(page: Page): Promise<void> {
  await chooseTopicAction(page, ko['notes.deleteTopic'])
  await page.getByRole('button', { name: ko['common.delete'], exact: true }).click()
}

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`undo or the trash restores a deleted topic (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '되돌이')
    await topicWithNotes(author, '남는 주제', 1)
    const topicNo = await topicWithNotes(author, '여행 계획')
    const page = await openAs(author, width, paths.notes(topicNo))
    const toast = page.getByRole('status')

    await chooseTopicAction(page, ko['notes.deleteTopic'])
    await expect(page.getByText(`노트 ${COUNT}개는 휴지통에서 ${TRASH_KEPT_DAYS}일 동안`)).toBeVisible()
    await page.getByRole('button', { name: ko['common.delete'], exact: true }).click()
    await expect(toast.getByText(`노트 ${COUNT}개를 휴지통에 넣었어요`)).toBeVisible()
    await expect(page).toHaveURL(/\/topics/)
    await toast.getByRole('button', { name: ko['common.undo'] }).click()
    await toast.getByRole('link', { name: ko['topics.openTopic'] }).click()
    await expect(page.getByRole('link', { name: '여행 계획 12번' })).toBeVisible()

    await deleteHere(page)
    await expect(toast.getByRole('button', { name: ko['common.undo'] })).toBeVisible()
    await page.getByRole('link', { name: ko['trash.title'] }).click()
    await expect(page.getByText(`‘여행 계획’에서 삭제한 노트 ${COUNT}개`)).toBeVisible()

    await page.getByRole('button', { name: ko['notes.select'] }).click()
    for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check()
    await page
      .getByRole('region', { name: ko['notes.selected'] })
      .getByRole('button', { name: ko['trash.restore'] })
      .click()
    await expect(page.getByText(`‘여행 계획’에서 삭제한 노트 ${COUNT - 2}개`)).toBeVisible()

    await page.getByRole('button', { name: ko['trash.restoreTopic'] }).click()
    await expect(page.getByText(ko['trash.empty'])).toBeVisible()
    const { subjects } = await author.call(getTopics, {})
    expect(subjects[0]).toMatchObject({ title: '여행 계획', noteCount: COUNT })
  })

test('the list of a deleted topic is left also if it is known to be gone before the reply', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '되돌이')
  const page = await openAs(author, PHONE, paths.notes(await topicWithNotes(author, '여행 계획', 1)))
  await waitForConnection(page)
  await page.route(`**${deleteTopic.path}`, async route => {
    const response = await route.fetch()
    await expect(page.getByText(ko['topics.gone'])).toBeVisible()
    await route.fulfill({ response })
  })
  await deleteHere(page)
  await expect(page).toHaveURL(/\/topics/)
})

test('undo restores the topic as it was, also an empty one @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '되돌이')
  const topicNo = await topicWithNotes(author, '여행 계획')
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await waitForConnection(page)
  await expect(page.getByRole('link', { name: '여행 계획 12번' })).toBeVisible()
  // During the deletion the list is refetched, and the notes disappear one by one.
  await page.route(`**${deleteTopic.path}`, async deletion => {
    await page.route(`**${getNotes.path}`, async route => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, notes: [], noteCount: 0 } })
    })
    await author.call(postNote, { topicNo, title: '다른 기기에서', text: '' })
    await expect(page.getByText(ko['notes.empty'])).toBeVisible()
    await page.unroute(`**${getNotes.path}`)
    await deletion.continue()
  })
  await deleteHere(page)
  await expect(page.getByText(`노트 ${COUNT}개를 휴지통에 넣었어요`)).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `노트 ${COUNT + 1}개` })).toBeVisible()

  await test.step('an empty topic is restored too', async () => {
    await page.goto(paths.notes(await newTopic(author, '빈 주제')))
    await deleteHere(page)
    await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
    await expect(page.getByRole('heading', { name: '빈 주제' })).toBeVisible()
  })
})

test('the notes column closes when its topic is deleted on any device @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '옆자리')
  await topicWithNotes(author, '남는 주제', 1)
  const [openTopicNo, otherTopicNo] = [
    await topicWithNotes(author, '여기'),
    await topicWithNotes(author, '저기'),
  ]
  const page = await openAs(author, DESKTOP, paths.notes(openTopicNo))
  const column = page.getByRole('navigation', { name: ko['notes.ofTopic'] })
  await expect(page.getByRole('link', { name: '여기 12번' })).toBeVisible()

  await deleteHere(page)
  await expect(column.getByRole('link', { name: '저기 12번' })).toBeVisible()
  await expect(page.getByText(/^여기/)).toHaveCount(0)

  // Rows do not move under a pointer.
  await page.mouse.move(5, 5)
  await author.call(deleteTopic, { topicNo: otherTopicNo })
  await expect(column.getByRole('link', { name: '남는 주제 1번' })).toBeVisible()
  await expect(page.getByText(/^저기/)).toHaveCount(0)
})

test('a reader of a restored topic continues without a message @long', async ({ site, openAs }) => {
  const [author, reader, hubNo] = await newHub(site, '되돌이', '읽는이')
  const topicNo = await newTopic(author, '여행 계획')
  const { noteNo } = await author.call(postNote, { topicNo, title: '제주에서', text: encodeText('바다') })
  await author.call(shareNote, { hubNo, noteNo })
  const page = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  const title = page.getByRole('heading', { name: '제주에서' })
  await expect(title).toBeVisible()
  const authorPage = await openAs(author, PHONE, paths.noteInHub(noteNo, hubNo))
  await expect(authorPage.getByRole('heading', { name: '제주에서' })).toBeVisible()
  await Promise.all([waitForConnection(page), waitForConnection(authorPage)])

  await author.call(deleteTopic, { topicNo })
  await expect(page.getByText(ko['notes.deleted'])).toBeVisible()
  await expect(authorPage.getByText(ko['notes.deletedElsewhere'])).toBeVisible()
  await expect(authorPage.getByRole('link', { name: ko['trash.title'] })).toHaveAttribute('href', paths.trash)
  await author.call(restoreTopic, { topicNo })
  await expect(title).toBeVisible()
  await expect(page.getByRole('button', { name: ko['notes.showChanged'] })).toBeHidden()
})
