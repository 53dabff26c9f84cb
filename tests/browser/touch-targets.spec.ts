import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { comment, makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { PHONE } from './editor.ts'
import { expect, test } from './fixtures.ts'

/** Touch targets on a phone are large enough, also beside plain text. */

const TOUCH_TARGET = 44

async function expectTouchTargets(...parts: Locator[]): Promise<void> {
  for (const part of parts) {
    await expect(part).toBeVisible()
    const { width, height } = (await part.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height), String(part)).toBeGreaterThanOrEqual(TOUCH_TARGET)
  }
}

test('links at the end of a page and below a form are large enough @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, PHONE, paths.signIn)
  await expectTouchTargets(page.getByRole('link', { name: ko['accounts.forgotPassword'] }))
  for (const name of [ko['shell.terms'], ko['shell.privacy']])
    await expectTouchTargets(page.getByRole('contentinfo').getByRole('link', { name }))
})

test('controls beside titles, comments and search results are large enough @long', async ({
  site,
  openAs,
}) => {
  const [me, friend] = [await newUser(site.url, '엄지'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(me, friend)
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(me, { hubNo, noteNo })
  const page = await openAs(me, PHONE, paths.discussion(hubNo))
  await expectTouchTargets(page.getByRole('button', { name: ko['common.rename'] }).first())

  await page.goto(paths.noteInHub(noteNo, hubNo))
  await expectTouchTargets(
    page.getByRole('link', { name: /방에 공유한 노트$/ }),
    page.locator('.comment').getByRole('button', { name: ko['common.delete'] }),
  )

  await page.getByRole('button', { name: ko['search.open'] }).first().click()
  await expectTouchTargets(page.getByRole('dialog').getByRole('button', { name: ko['common.close'] }))

  await page.goto(paths.newNote)
  await expectTouchTargets(page.locator('.writing__fold'))
})
