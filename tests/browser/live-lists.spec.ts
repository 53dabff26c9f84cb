import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { deleteNote, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import { newPerson, writeNote } from '#tests/support/person.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** What its author does elsewhere comes into the lists on the screen. */

const titlesOf = (page: Page) => () => page.getByRole('main').locator('.note-row__title').allTextContents()

test('lists follow what is done on another device, and hold still under the pointer', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '두화면')
  const { subjects } = await author.does(createTopic, { title: '밭일' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title: '감자', text: '' })
  const desk = await openAs(author, DESKTOP, paths.notes(topicNo))
  const phone = await openAs(author, PHONE, paths.notes(topicNo))
  const bothShow = async (titles: string[]) => {
    for (const page of [desk, phone]) await expect.poll(titlesOf(page)).toEqual(titles)
  }
  await bothShow(['감자'])

  const other = await author.does(postNote, { topicNo, title: '고구마', text: '' })
  await bothShow(['고구마', '감자'])
  await author.does(updateNote, { noteNo, title: '햇감자', text: encodeText('캤다'), version: 1 })
  await bothShow(['햇감자', '고구마'])
  const elsewhere = await writeNote(author, '당근')
  await author.does(moveNotes, { noteNosJSON: JSON.stringify([elsewhere]), topicNo })
  await bothShow(['당근', '햇감자', '고구마'])

  await desk.getByText('고구마').hover()
  await author.does(deleteNote, { noteNo: elsewhere })
  await author.does(deleteNote, { noteNo: other.noteNo })
  await expect.poll(titlesOf(phone)).toEqual(['햇감자'])
  expect(await titlesOf(desk)()).toEqual(['당근', '햇감자', '고구마'])
  await desk.mouse.move(5, 5)
  await bothShow(['햇감자'])
})
