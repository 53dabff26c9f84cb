import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { newPerson, PASSWORD } from '#tests/support/person.ts'
import { databaseUrl } from '#tests/support/services.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { passStep } from './steps.ts'

/** A phone's own, which its person unlocks. */
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

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(/\/home$/)
}

let own: NodeProcess

test.beforeAll(async ({ mongoUrl }) => {
  own = await startBuiltNode({
    JWT_SECRET: 'a secret that only these tests know',
    PUBLIC_URL: 'http://localhost',
    MONGODB_URL: await databaseUrl(mongoUrl, 'passkeys'),
  })
})
test.afterAll(() => own.stop())

test('a passkey is made behind the password step, signs in, is renamed and removed', async ({
  openAs,
  openPage,
  site,
}) => {
  const person = await newPerson(own.url, '열쇠주인')
  const page = await openAs(person, 1440, paths.myInfo)
  await plugAuthenticator(page)
  await passStep(page, PASSWORD)
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
  await passStep(page, PASSWORD)
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

  // A page at another host than the server's.
  const elsewhere = await openPage(site.url, 390, paths.signIn)
  await expect(elsewhere.getByRole('button', { name: ko['accounts.signIn'], exact: true })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: ko['passkeys.signIn'] })).toHaveCount(0)
})
