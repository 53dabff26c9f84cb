import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { longThread, said } from './talking.ts'

/** 공감 with a note and its comments. */

const DESKTOP = 1440
const PHONE = 390

test('공감 beside who wrote a note has the colours of mine only when it is mine', async ({
  site,
  openAs,
}) => {
  const { open } = await longThread(site, openAs, DESKTOP, 0)
  const page = await open()
  const pill = page
    .getByRole('article')
    .getByRole('button', { name: new RegExp(`^${ko['empathies.title']}`) })
  const colour = () => pill.evaluate(button => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await pill.click()
  await expect(pill).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(colour).not.toBe(before)
})

test('empathy with a note and with a comment shows on both screens, and who it is', async ({
  site,
  openAs,
}) => {
  const { writer, reader, place, open } = await longThread(site, openAs, DESKTOP, 1)
  const [theirs, mine] = [
    await openAs(writer, PHONE, paths.noteInHub(place.noteNo, place.hubNo)),
    await open(),
  ]
  const onNote = (page: Page) => page.getByRole('article').getByRole('button', { name: /^공감/ })
  await onNote(mine).click()
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
  await expect(onNote(theirs)).toHaveText('공감 1')
  await expect(onNote(theirs)).toHaveAttribute('aria-pressed', 'false')
  await expect(theirs.getByRole('article').getByText(reader.name)).toBeVisible()

  const onComment = (page: Page) => said(page, '이야기 1번째').getByRole('button', { name: /^공감/ })
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감 1')
  await expectAccessible(mine)
  await onComment(theirs).click()
  await expect(onComment(mine)).toHaveText('공감')
  await mine.reload()
  await expect(onNote(mine)).toHaveText('공감 1')
  await expect(onNote(mine)).toHaveAttribute('aria-pressed', 'true')
})
