import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newPerson, shareNewNote } from '#tests/support/person.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** What is pressed on a phone is as large as a finger, beside text that is not pressed, too. */

const FINGER = 44

async function expectFingerSized(...parts: Locator[]): Promise<void> {
  for (const part of parts) {
    await expect(part).toBeVisible()
    const { width, height } = (await part.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height), String(part)).toBeGreaterThanOrEqual(FINGER)
  }
}

test('links at the end of a page and below a form @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, PHONE, paths.signIn)
  await expectFingerSized(page.getByRole('link', { name: ko['accounts.forgotPassword'] }))
  for (const name of [ko['shell.terms'], ko['shell.privacy']])
    await expectFingerSized(page.getByRole('contentinfo').getByRole('link', { name }))
})

test('what stands beside a title, a comment and a line that is looked for @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = [await newPerson(site.url, '엄지'), await newPerson(site.url, '친구')]
  const hubNo = await makeHub(me, friend)
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(me, { hubNo, noteNo })
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await expectFingerSized(page.getByRole('button', { name: ko['common.rename'] }).first())

  await page.goto(paths.noteInHub(noteNo, hubNo))
  await expectFingerSized(
    page.getByRole('link', { name: /방에 공유한 노트$/ }),
    page.locator('.comment').getByRole('button', { name: ko['common.delete'] }),
  )

  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await expectFingerSized(page.getByRole('dialog').getByRole('button', { name: ko['common.close'] }))

  await page.goto(paths.newNote)
  await expectFingerSized(page.locator('.writing__fold'))
})
