import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { confirmEmail } from '#protocol/accounts.ts'
import { MAIL_EVENTS_PATH } from '#protocol/mailNotifications.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { aboutConfirmation, confirmationTokenIn } from '#tests/support/mailServer.ts'
import { makeHub, newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, MAIL_EVENTS_SECRET, test } from './fixtures.ts'

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: ko['inbox.settings'] }).click()
  await expect(page.getByRole('heading', { name: ko['push.title'] })).toBeVisible()
}

const kind = (page: Page, name: 'mention' | 'comment') =>
  page.getByLabel(ko[`mailNotifications.kind.${name}`])
const digests = (page: Page, chosen: number) =>
  page.getByText(ko['mailNotifications.digests'].replace('{chosen}', String(chosen)).replace('{all}', '1'))

test('a user chooses what is mailed, and turns mails on again that came back', async ({
  mailSite,
  mail,
  openAs,
}) => {
  test.slow()
  const friend = await newUser(mailSite.url, '알리는친구')
  const user = await newUser(mailSite.url, '메일받는이')
  const page = await openAs(user, 390, paths.inbox)
  await openSettings(page)
  await expect(page.getByText(ko['mailNotifications.mustConfirm'])).toBeVisible()
  await expect(kind(page, 'mention')).toHaveCount(0)

  const token = confirmationTokenIn(await mail.mailTo(user.email, aboutConfirmation))
  await call(mailSite.url, confirmEmail, { token }, user.token)
  await makeHub(friend, user)
  await page.reload()
  await expect(kind(page, 'mention')).toHaveValue('soon')
  await expect(page.getByText(ko['mailNotifications.default'])).toBeVisible()
  await kind(page, 'comment').selectOption({ label: ko['mailNotifications.every.daily'] })
  await expect(page.getByText(ko['mailNotifications.default'])).toHaveCount(0)
  await digests(page, 0).click()
  await page.getByRole('checkbox', { name: friend.name }).check()
  await expect(digests(page, 1)).toBeVisible()
  await expectAccessible(page)

  const response = await fetch(mailSite.url + MAIL_EVENTS_PATH, {
    method: 'POST',
    headers: { Authorization: `Bearer ${MAIL_EVENTS_SECRET}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'bounce', address: user.email }),
  })
  expect(response.status).toBe(204)
  await page.reload()
  await expect(kind(page, 'mention')).toHaveValue('soon')
  await expect(kind(page, 'comment')).toHaveValue('daily')
  await expect(digests(page, 1)).toBeVisible()
  await expect(page.getByText(ko['mailNotifications.bounced'])).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: ko['mailNotifications.turnOn'] }).click()
  await expect(page.getByText(ko['mailNotifications.bounced'])).toHaveCount(0)
})

test('a server that sends no mail offers no mail settings', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '메일없는이'), 1440, paths.inbox)
  const settings = page.waitForResponse(/\/api\/mail\/get$/)
  await openSettings(page)
  expect(await (await settings).json()).toMatchObject({ isAvailable: false })
  await expect(page.getByRole('heading', { name: ko['mailNotifications.title'] })).toHaveCount(0)
})
