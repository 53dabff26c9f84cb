import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { signOut } from './sessions.ts'
import { enterPassword } from './steps.ts'

/** Adds a virtual authenticator that is built into the device and unlocked. */
async function plugAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

let node: NodeProcess

test.beforeAll(async ({ mongoUrl }) => {
  node = await startBuiltNode({
    JWT_SECRET: 'a secret that only these tests know',
    PUBLIC_URL: 'http://localhost',
    MONGODB_URL: await databaseUrl(mongoUrl, 'passkeys'),
  })
})
test.afterAll(() => node.stop())

test('a user creates, uses, renames and removes a passkey', async ({ openAs, openPage, site }) => {
  const user = await newUser(node.url, '열쇠주인')
  const page = await openAs(user, 1440, paths.myInfo)
  await plugAuthenticator(page)
  await enterPassword(page, PASSWORD)
  const NEW_PASSWORD = '새로정한열쇠말1'
  await expect(page.getByText(ko['passkeys.empty'])).toBeVisible()
  await page.getByLabel(ko['myInfo.newPassword'], { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel(ko['myInfo.newPasswordConfirm']).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: ko['myInfo.update'] }).click()
  await expect(page.getByText(ko['myInfo.updated'])).toBeVisible()
  await page.getByRole('button', { name: ko['passkeys.add'] }).click()
  const passwordAgain = page.getByText(ko['accounts.passwordStepNeeded'])
  await expect(passwordAgain.first()).toBeVisible()
  await enterPassword(page, NEW_PASSWORD)
  await expect(passwordAgain).toHaveCount(0)
  await expect(page.getByText(ko['passkeys.empty'])).toBeVisible()
  await page.getByRole('button', { name: ko['passkeys.add'] }).click()
  await expect(page.getByText(ko['passkeys.added'])).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: ko['passkeys.made'] })
  await expect(row).toContainText(/Chrome/)
  await expectAccessible(page)
  await page.getByRole('button', { name: ko['passkeys.add'] }).click()
  await expect(page.getByText(ko['passkeys.alreadyThere'])).toBeVisible()

  await signOut(page)
  await page.goto(paths.signIn)
  const shows = page.getByRole('button', { name: ko['passkeys.signIn'] })
  await expectAccessible(page)
  await shows.click()
  await expect(page).toHaveURL(/\/home$/)

  await page.goto(paths.myInfo)
  await enterPassword(page, NEW_PASSWORD)
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: ko['common.rename'] }).click()
  await page.getByLabel(ko['passkeys.newName']).fill('내 전화기')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('내 전화기')
  await expect(row.getByRole('button')).toBeFocused()
  await expect(row).toContainText(ko['passkeys.lastUsed'])
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: ko['common.delete'] }).click()
  await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
  await expect(page.getByText(ko['passkeys.empty'])).toBeVisible()

  await signOut(page)
  await page.goto(paths.signIn)
  await shows.click()
  await expect(page.getByText(ko['passkeys.unknown'])).toBeVisible()

  // A page on another host than the server's.
  const otherHost = await openPage(site.url, 390, paths.signIn)
  await expect(otherHost.getByRole('button', { name: ko['accounts.signIn'], exact: true })).toBeVisible()
  await expect(otherHost.getByRole('button', { name: ko['passkeys.signIn'] })).toHaveCount(0)
})
