import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD, signInUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('an administrator finds and suspends a user, who is told why they cannot sign in', async ({
  site,
  grant,
  openAs,
}) => {
  test.slow()
  const user = await newUser(site.url, `멈출사람${process.pid}`)
  const { email } = await newUser(site.url, '돌보미들')
  await grant(email)
  const page = await openAs(user, 390, '/topics')
  const desktop = await openAs(await signInUser(site.url, email), 1440, '/administration')
  await desktop.getByRole('searchbox', { name: ko['suspension.find'] }).fill(user.name)
  const row = desktop.getByRole('list', { name: ko['suspension.title'], exact: true }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(user.email)
  await row
    .getByRole('button', { name: formatText(ko, 'suspension.suspendName', { name: user.name }) })
    .click()
  await expect(row.getByText(ko['suspension.suspendMore'])).toBeVisible()
  await expectAccessible(desktop)
  await row.getByRole('button', { name: ko['suspension.suspend'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toBeVisible()

  // The reason shows without a password.
  const suspendedDialog = page.getByRole('dialog', { name: ko['accounts.suspendedTitle'] })
  await expect(suspendedDialog.getByText(ko['accounts.suspended'])).toBeVisible()
  await expectAccessible(page)
  const password = page.getByLabel(ko['accounts.password'], { exact: true })
  await expect(password).toHaveCount(0)
  const tryAgain = page.getByRole('dialog').getByRole('button', { name: ko['accounts.toSignInAgain'] })
  const continueButton = page.getByRole('dialog').getByRole('button', { name: ko['accounts.goOn'] })
  await expect(tryAgain).toBeFocused()
  await tryAgain.click()
  await password.fill(PASSWORD)
  await continueButton.click()
  await expect(suspendedDialog.getByText(ko['accounts.suspended'])).toBeVisible()
  await expect(password).toHaveCount(0)

  await row.getByRole('button', { name: formatText(ko, 'suspension.liftName', { name: user.name }) }).click()
  await expect(row.getByText(formatText(ko, 'suspension.liftAsk', { name: user.name }))).toBeVisible()
  await row.getByRole('button', { name: ko['suspension.lift'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toHaveCount(0)
  const auditLog = desktop.getByRole('list', { name: ko['audit.title'] }).getByRole('listitem')
  await expect(auditLog.nth(0)).toContainText(formatText(ko, 'audit.lifted', { name: user.name }))
  await expect(auditLog.nth(1)).toContainText(formatText(ko, 'audit.suspended', { name: user.name }))
  await tryAgain.click()
  await password.fill(PASSWORD)
  await continueButton.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
