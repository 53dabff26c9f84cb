import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newUser, suggest, type TestUser } from '#tests/support/users.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { setEnglish } from './steps.ts'

/** Creates a topic whose title is one word of the maximum length. */

async function writeUnderLongTopic(author: TestUser): Promise<void> {
  const { subjects } = await author.call(createTopic, { title: '가'.repeat(TOPIC_TITLE_MAX) })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.call(postNote, { topicNo, title: '짧은 제목', text: encodeText('짧은 글') })
}

const height = async (part: Locator) => (await part.boundingBox())?.height ?? 0

test('a long topic title leaves space for the elements beside it @long', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '긴주제'), await newUser(site.url, '친구')]
  await writeUnderLongTopic(author)

  const page = await openAs(author, PHONE, paths.home)
  const sheet = page.getByRole('region', { name: ko['home.continue'] }).getByRole('listitem')
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  // The date of a shared note is on one line.
  await page.goto(paths.discussion(await makeHub(author, friend)))
  await page.getByRole('button', { name: ko['shares.fromRoom'] }).first().click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '짧은 제목' })
  expect(await height(row.locator('time'))).toBeLessThan(24)
})

test('a narrow row wraps before a word of a button breaks @long', async ({ site, openAs, grant }) => {
  const keeper = await newUser(site.url, '글지기이름')
  await grant(keeper.email)
  const { opinion } = await suggest(await newUser(site.url))
  const page = await openAs(keeper, 320, paths.administration, setEnglish)
  const row = page.getByRole('listitem').filter({ hasText: opinion })
  const remove = row.getByRole('button', { name: en['common.delete'] })
  await expect(remove).toBeVisible()
  for (const button of await row.getByRole('button').all()) expect(await height(button)).toBeLessThan(48)
})
