import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { endOtherSessions } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { PASSWORD } from '#tests/support/users.ts'
import { delayRequests } from './delays.ts'
import { expect, type OpenAs, type OpenPage, PHONE, type Site, test } from './fixtures.ts'
import { persistedKeys, signOut } from './sessions.ts'
import { signInRemembered, submitSignIn } from './steps.ts'
import { commentBox, commentItem, openThreads, sendComment, thread } from './thread.ts'

/** Opens a thread on a phone that stays signed in. */
async function openRemembered(site: Site, openAs: OpenAs, openPage: OpenPage) {
  const { reader, noteNo, hubNo, desktop } = await openThreads(site, openAs)
  const address = paths.noteInHub(noteNo, hubNo)
  const phone = await openPage(site.url, PHONE)
  await signInRemembered(phone, reader)
  await phone.goto(address)
  return { reader, phone, desktop, address, commentsKey: `["comments",${hubNo},${noteNo}]` }
}

/** The call fails, so that the comment stays in the tab. */
async function writeUnsentComment(tab: Page, comment: string) {
  await tab.route('**/postcomment', route => route.abort())
  await commentBox(tab).fill(comment)
  await sendComment(tab)
  await expect(commentItem(tab, comment)).toContainText(ko['comments.sentLater'])
}

test('on a device that stays signed in, unsent comments survive the closed tab', async ({
  site,
  openAs,
  openPage,
}) => {
  const { phone: first, desktop, address } = await openRemembered(site, openAs, openPage)
  await commentBox(first).fill('지하철에서 써요')
  await first.context().setOffline(true)
  await sendComment(first)
  await expect(commentItem(first, '지하철에서 써요')).toContainText(ko['comments.sentLater'])
  await commentBox(first).fill('쓰던 말')
  await first.close()
  await first.context().setOffline(false)

  const second = await first.context().newPage()
  await second.goto('/home')
  await expect(commentItem(desktop, '지하철에서 써요')).toHaveCount(1)
  await second.goto(address)
  await expect(commentItem(second, '지하철에서 써요')).toHaveCount(1)
  await expect(commentBox(second)).toHaveValue('쓰던 말')

  await test.step('another open tab does not take them over', async () => {
    const third = await first.context().newPage()
    await third.goto(address)
    await expect(commentItem(third, '지하철에서 써요')).toHaveCount(1)
    await commentBox(second).fill('쓰던 말을 이어서')
    await expect(commentBox(third)).toHaveValue('')
    await third.close()
  })
  await test.step('signing out erases them', async () => {
    const copies = () =>
      second.evaluate(() => Object.values(localStorage).filter(value => value.includes('쓰던 말')).length)
    expect(await copies()).toBe(1)
    await second.goto('/home')
    await signOut(second, { discardsTexts: true })
    await expect.poll(copies).toBe(0)
  })
})

test('unsent comments of a closed tab wait for their writer if the session ends elsewhere', async ({
  site,
  openAs,
  openPage,
}) => {
  const { reader, phone: first, desktop, address } = await openRemembered(site, openAs, openPage)
  await writeUnsentComment(first, '지하철에서 써요')
  await commentBox(first).fill('쓰던 말')
  await first.close()
  await reader.call(endOtherSessions, {})

  const second = await first.context().newPage()
  await second.goto(address)
  await expect(second.getByRole('link', { name: ko['shell.signIn'] }).first()).toBeVisible()
  await second.goto(paths.signIn)
  await submitSignIn(second, reader.email, PASSWORD)
  await expect(second).toHaveURL(new URL(address, site.url).href)
  await expect(commentItem(desktop, '지하철에서 써요')).toHaveCount(1)
  await expect(commentBox(second)).toHaveValue('쓰던 말')
})

test('unsent comments of a closed tab are sent by another open one, and signing out asks about them', async ({
  site,
  openAs,
  openPage,
}) => {
  const { phone: open, desktop, address } = await openRemembered(site, openAs, openPage)
  await open.goto(paths.home)
  async function closeTabWith(comment: string) {
    const tab = await open.context().newPage()
    await tab.goto(address)
    await writeUnsentComment(tab, comment)
    await tab.close()
  }
  await closeTabWith('지하철에서 써요')
  await expect(async () => {
    await open.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(commentItem(desktop, '지하철에서 써요')).toHaveCount(1, { timeout: 1_000 })
  }).toPass()

  await test.step('also of a duplicated tab', async () => {
    await open.goto(address)
    const opened = open.waitForEvent('popup')
    await open.evaluate(() => window.open(location.href))
    const duplicate = await opened
    await writeUnsentComment(duplicate, '복제한 탭에서 써요')
    await commentBox(open).fill('쓰던 말')
    await duplicate.close()
    await expect(async () => {
      await open.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(commentItem(desktop, '복제한 탭에서 써요')).toHaveCount(1, { timeout: 1_000 })
    }).toPass()
    await open.goto(paths.home)
  })

  await open.route('**/postcomment', route => route.abort())
  await closeTabWith('아직 못 보낸 말')
  await signOut(open, { discardsTexts: true })
})

test('unsent comments of a closed tab wait until the session is confirmed', async ({
  site,
  openAs,
  openPage,
}) => {
  const { phone: first, desktop, address, commentsKey } = await openRemembered(site, openAs, openPage)
  await writeUnsentComment(first, '지하철에서 써요')
  await expect.poll(() => persistedKeys(first)).toContain(commentsKey)
  await first.close()

  const second = await first.context().newPage()
  const release = await delayRequests(second, '**/checksignin')
  await second.goto(address)
  await expect(commentItem(second, '지하철에서 써요')).toBeVisible()
  await commentBox(second).fill('도착했어요')
  await sendComment(second)
  await expect(commentItem(second, '도착했어요')).toContainText(ko['comments.sentLater'])
  release()
  await second.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(thread(desktop).getByRole('listitem')).toContainText(['지하철에서 써요', '도착했어요'])
  await expect(second.getByText(ko['comments.sendFailed'])).toBeHidden()
})
