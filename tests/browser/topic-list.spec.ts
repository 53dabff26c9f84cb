import { paths } from '#client/paths.ts'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser } from '#tests/support/users.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a click anywhere in its row opens a topic (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '누름이')
    const { subjects } = await author.call(createTopic, { title: '밭일' })
    const topicNo = subjects[0]?.subjectNo ?? 0
    await author.call(postNote, { topicNo, title: '감자', text: '' })
    await author.call(createTopic, { title: '집안일' })
    const page = await openAs(author, width, paths.topics)
    const row = page.getByRole('listitem').filter({ hasText: '밭일' })
    const name = await row.getByRole('heading').boundingBox()
    if (name === null) throw new Error('no name')
    await page.mouse.click(name.x + 12, name.y + name.height / 2)
    await expect(page.getByRole('heading', { level: 1, name: '밭일' })).toBeVisible()
    await expect(page.getByRole('link', { name: '감자' })).toBeVisible()
  })

test("the notes column shows the topic's title @long", async ({ site, openAs }) => {
  const author = await newUser(site.url, '이름표')
  const { subjects } = await author.call(createTopic, { title: '밭일' })
  const page = await openAs(author, DESKTOP, paths.topics)
  const column = page.getByRole('navigation', { name: ko['notes.ofTopic'] })
  await expect(column.getByRole('link', { name: '밭일' })).toBeVisible()
  // The list is empty so far.
  await column.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(page).toHaveURL(new RegExp(`topic=${subjects[0]?.subjectNo}`))
})

test('topics on a phone', async ({ site, openAs }) => {
  const author = await newUser(site.url, '손안')
  await author.call(createTopic, { title: '밭일' })
  const page = await openAs(author, PHONE, paths.topics)

  await test.step('the list is above the form and the search', async () => {
    const topEdge = async (what: ReturnType<typeof page.locator>) => (await what.boundingBox())?.y ?? 0
    const topic = await topEdge(page.getByRole('heading', { name: '밭일' }))
    const main = page.getByRole('main')
    for (const field of [main.getByLabel(ko['topics.newTopic']), main.getByRole('search')])
      expect(await topEdge(field)).toBeGreaterThan(topic)
  })

  await test.step('a duplicate title is allowed, with a message', async () => {
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(1)
    await page.getByLabel(ko['topics.newTopic']).fill('밭일')
    await page.getByRole('button', { name: ko['topics.create'] }).click()
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(2)
    await expect(page.getByRole('status').getByText('‘밭일’ 주제가 하나 더 생겼어요')).toBeVisible()
  })
})

test('the topic of an opened search result is marked, on whatever page of topics it is @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '찾는이')
  const { subjects } = await author.call(createTopic, { title: '오래된 주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.call(postNote, { topicNo, title: '감자', text: '' })
  for (let number = 1; number <= TOPICS_PER_PAGE; number += 1)
    await author.call(createTopic, { title: `주제 ${number}` })
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const topics = page.getByRole('navigation', { name: ko['notes.topicList'], exact: true })
  await expect(topics.getByRole('link', { name: '오래된 주제' })).toHaveAttribute('aria-current', 'true')
})
