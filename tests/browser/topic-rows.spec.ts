import { paths } from '#client/paths.ts'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newPerson } from '#tests/support/person.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a topic opens wherever its row is pressed (${width})${form}`, async ({ site, openAs }) => {
    const author = await newPerson(site.url, '누름이')
    const { subjects } = await author.does(createTopic, { title: '밭일' })
    const topicNo = subjects[0]?.subjectNo ?? 0
    await author.does(postNote, { topicNo, title: '감자', text: '' })
    await author.does(createTopic, { title: '집안일' })
    const page = await openAs(author, width, paths.topics)
    const row = page.getByRole('listitem').filter({ hasText: '밭일' })
    const name = await row.getByRole('heading').boundingBox()
    if (name === null) throw new Error('no name')
    await page.mouse.click(name.x + 12, name.y + name.height / 2)
    await expect(page.getByRole('heading', { level: 1, name: '밭일' })).toBeVisible()
    await expect(page.getByRole('link', { name: '감자' })).toBeVisible()
  })

test('the column of notes names the topic that it shows @long', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '이름표')
  const { subjects } = await author.does(createTopic, { title: '밭일' })
  const page = await openAs(author, DESKTOP, paths.topics)
  const column = page.getByRole('navigation', { name: ko['notes.ofTopic'] })
  await expect(column.getByRole('link', { name: '밭일' })).toBeVisible()
  // There is nothing in it yet.
  await column.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(page).toHaveURL(new RegExp(`topic=${subjects[0]?.subjectNo}`))
})

test('topics on a phone', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '손안')
  await author.does(createTopic, { title: '밭일' })
  const page = await openAs(author, PHONE, paths.topics)

  await test.step('stand above what makes and finds them', async () => {
    const topOf = async (what: ReturnType<typeof page.locator>) => (await what.boundingBox())?.y ?? 0
    const topic = await topOf(page.getByRole('heading', { name: '밭일' }))
    const main = page.getByRole('main')
    for (const field of [main.getByLabel(ko['topics.newTopic']), main.getByRole('search')])
      expect(await topOf(field)).toBeGreaterThan(topic)
  })

  await test.step('may bear the name of another, and it is said', async () => {
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(1)
    await page.getByLabel(ko['topics.newTopic']).fill('밭일')
    await page.getByRole('button', { name: ko['topics.create'] }).click()
    await expect(page.getByRole('heading', { name: '밭일' })).toHaveCount(2)
    await expect(page.getByRole('status').getByText('‘밭일’ 주제가 하나 더 생겼어요')).toBeVisible()
  })
})

test('the topic of a note that was found is marked, on whichever page of topics it stands @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '찾는이')
  const { subjects } = await author.does(createTopic, { title: '오래된 주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title: '감자', text: '' })
  for (let place = 1; place <= TOPICS_PER_PAGE; place += 1)
    await author.does(createTopic, { title: `주제 ${place}` })
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const topics = page.getByRole('navigation', { name: ko['notes.topicList'], exact: true })
  await expect(topics.getByRole('link', { name: '오래된 주제' })).toHaveAttribute('aria-current', 'true')
})
