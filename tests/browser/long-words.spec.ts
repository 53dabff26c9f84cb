import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newPerson, type Person, suggest } from '#tests/support/person.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { inEnglish } from './steps.ts'

/** A title of one word, as long as it may be: what stands beside it keeps its place. */

async function writeUnderLongTopic(author: Person): Promise<void> {
  const { subjects } = await author.does(createTopic, { title: '가'.repeat(TOPIC_TITLE_MAX) })
  const topicNo = subjects[0]?.subjectNo ?? 0
  await author.does(postNote, { topicNo, title: '짧은 제목', text: encodeText('짧은 글') })
}

const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0

test('a long topic leaves their places to what stands beside it @long', async ({ site, openAs }) => {
  const [author, friend] = [await newPerson(site.url, '긴주제'), await newPerson(site.url, '친구')]
  await writeUnderLongTopic(author)

  const page = await openAs(author, PHONE, paths.home)
  const sheet = page.getByRole('region', { name: ko['home.continue'] }).getByRole('listitem')
  await expect(sheet).toBeVisible()
  expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  // When a note was written stands on one line where it is shared.
  await page.goto(paths.discussion(await makeHub(author, friend)))
  await page.getByRole('button', { name: ko['shares.fromRoom'] }).first().click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: '짧은 제목' })
  expect(await heightOf(row.locator('time'))).toBeLessThan(24)
})

test('a narrow row takes another line before it breaks a word of a button @long', async ({
  site,
  openAs,
  grant,
}) => {
  const keeper = await newPerson(site.url, '글지기이름')
  await grant(keeper.email)
  const { opinion } = await suggest(await newPerson(site.url))
  const page = await openAs(keeper, 320, paths.administration, inEnglish)
  const row = page.getByRole('listitem').filter({ hasText: opinion })
  const remove = row.getByRole('button', { name: en['common.delete'] })
  await expect(remove).toBeVisible()
  for (const button of await row.getByRole('button').all()) expect(await heightOf(button)).toBeLessThan(48)
})
