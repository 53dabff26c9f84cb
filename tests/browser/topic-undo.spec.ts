import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TRASH_KEPT_DAYS } from '#protocol/limits.ts'
import { getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { restoreTopic } from '#protocol/trash.ts'
import { makeHub, newPerson, type Person } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { connected, expect, firstInShort, test } from './fixtures.ts'

const COUNT = 12

async function topicWithNotes(author: Person, title: string, count = COUNT): Promise<number> {
  const { subjects } = await author.does(createTopic, { title })
  const topicNo = subjects[0]?.subjectNo ?? 0
  for (let place = 1; place <= count; place += 1)
    await author.does(postNote, { topicNo, title: `${title} ${place}번`, text: '' })
  return topicNo
}

async function deleteHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: ko['notes.deleteTopic'] }).click()
  await page.getByRole('button', { name: ko['common.delete'], exact: true }).click()
}

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a deleted topic is brought back at once, and later from the trash (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newPerson(site.url, '되돌이')
    await topicWithNotes(author, '남는 주제', 1)
    const topicNo = await topicWithNotes(author, '여행 계획')
    const page = await openAs(author, width, paths.notes(topicNo))
    const toast = page.getByRole('status')

    await page.getByRole('button', { name: ko['notes.deleteTopic'] }).click()
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
    await expectAccessible(page)

    await page.getByRole('button', { name: ko['notes.select'] }).click()
    for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check()
    await page
      .getByRole('region', { name: ko['notes.selected'] })
      .getByRole('button', { name: ko['trash.restore'] })
      .click()
    await expect(page.getByText(`‘여행 계획’에서 삭제한 노트 ${COUNT - 2}개`)).toBeVisible()

    await page.getByRole('button', { name: ko['trash.restoreTopic'] }).click()
    await expect(page.getByText(ko['trash.empty'])).toBeVisible()
    const { subjects } = await author.does(getTopics, {})
    expect(subjects[0]).toMatchObject({ title: '여행 계획', noteCount: COUNT })
  })

test('what is told of a deleted topic, and undone, is what it was when it was deleted @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '되돌이')
  const topicNo = await topicWithNotes(author, '여행 계획')
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await connected(page)
  await expect(page.getByRole('link', { name: '여행 계획 12번' })).toBeVisible()
  // While it is being deleted the list is fetched again, and its notes are on their way out.
  await page.route(`**${deleteTopic.path}`, async deletion => {
    await page.route(`**${getNotes.path}`, async route => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, notes: [], noteCount: 0 } })
    })
    await author.does(postNote, { topicNo, title: '다른 기기에서', text: '' })
    await expect(page.getByText(ko['notes.empty'])).toBeVisible()
    await page.unroute(`**${getNotes.path}`)
    await deletion.continue()
  })
  await deleteHere(page)
  await expect(page.getByText(`노트 ${COUNT}개를 휴지통에 넣었어요`)).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `노트 ${COUNT + 1}개` })).toBeVisible()
})

test('an empty topic comes back, too @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '빈손')
  const topicNo = await topicWithNotes(author, '빈 주제', 0)
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await deleteHere(page)
  await expect(page.getByText(ko['topics.empty'])).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
  await expect(page.getByRole('heading', { name: '빈 주제' })).toBeVisible()
})

test('the column of notes leaves a topic that is gone, wherever it was deleted @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '옆자리')
  await topicWithNotes(author, '남는 주제', 1)
  const [here, elsewhere] = [await topicWithNotes(author, '여기'), await topicWithNotes(author, '저기')]
  const page = await openAs(author, DESKTOP, paths.notes(here))
  const column = page.getByRole('navigation', { name: ko['notes.ofTopic'] })
  await expect(page.getByRole('link', { name: '여기 12번' })).toBeVisible()

  await deleteHere(page)
  await expect(column.getByRole('link', { name: '저기 12번' })).toBeVisible()
  await expect(page.getByText(/^여기/)).toHaveCount(0)

  // Rows hold still under a pointer.
  await page.mouse.move(5, 5)
  await author.does(deleteTopic, { topicNo: elsewhere })
  await expect(column.getByRole('link', { name: '남는 주제 1번' })).toBeVisible()
  await expect(page.getByText(/^저기/)).toHaveCount(0)
})

test('who was reading a note of a topic that comes back reads it on, and is told of no change @long', async ({
  site,
  openAs,
}) => {
  const [author, reader] = [await newPerson(site.url, '되돌이'), await newPerson(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const { subjects } = await author.does(createTopic, { title: '여행 계획' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title: '제주에서', text: encodeText('바다') })
  await author.does(shareNote, { hubNo, noteNo })
  const page = await openAs(reader, PHONE, paths.noteInHub(noteNo, hubNo))
  const title = page.getByRole('heading', { name: '제주에서' })
  await expect(title).toBeVisible()
  const own = await openAs(author, PHONE, paths.noteInHub(noteNo, hubNo))
  await expect(own.getByRole('heading', { name: '제주에서' })).toBeVisible()
  await Promise.all([connected(page), connected(own)])

  await author.does(deleteTopic, { topicNo })
  await expect(page.getByText(ko['notes.deleted'])).toBeVisible()
  await expect(own.getByText(ko['notes.deletedElsewhere'])).toBeVisible()
  await expect(own.getByRole('link', { name: ko['trash.title'] })).toHaveAttribute('href', paths.trash)
  await author.does(restoreTopic, { topicNo })
  await expect(title).toBeVisible()
  await expect(page.getByRole('button', { name: ko['notes.showChanged'] })).toBeHidden()
})
