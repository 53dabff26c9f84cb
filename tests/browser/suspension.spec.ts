import { say } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, PASSWORD, signedIn } from '#tests/support/person.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('an administrator finds somebody and suspends them, who learns why they are out', async ({
  site,
  grant,
  openAs,
}) => {
  test.slow()
  const person = await newPerson(site.url, `멈출사람${process.pid}`)
  const { email } = await newPerson(site.url, '돌보미들')
  await grant(email)
  const page = await openAs(person, 390, '/topics')
  const desk = await openAs(await signedIn(site.url, email), 1440, '/administration')
  await desk.getByRole('searchbox', { name: ko['suspension.find'] }).fill(person.name)
  const row = desk.getByRole('list', { name: ko['suspension.title'], exact: true }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText(person.email)
  await row.getByRole('button', { name: say(ko, 'suspension.suspendName', { name: person.name }) }).click()
  await expect(row.getByText(ko['suspension.suspendMore'])).toBeVisible()
  await expectAccessible(desk)
  await row.getByRole('button', { name: ko['suspension.suspend'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toBeVisible()

  // Told at once, without a password.
  const again = page.getByRole('dialog', { name: ko['accounts.suspendedTitle'] })
  await expect(again.getByText(ko['accounts.suspended'])).toBeVisible()
  await expectAccessible(page)
  const password = page.getByLabel(ko['accounts.password'], { exact: true })
  await expect(password).toHaveCount(0)
  const tryAgain = page.getByRole('dialog').getByRole('button', { name: ko['accounts.toSignInAgain'] })
  const goOn = page.getByRole('dialog').getByRole('button', { name: ko['accounts.goOn'] })
  await expect(tryAgain).toBeFocused()
  await tryAgain.click()
  await password.fill(PASSWORD)
  await goOn.click()
  await expect(again.getByText(ko['accounts.suspended'])).toBeVisible()
  await expect(password).toHaveCount(0)

  await row.getByRole('button', { name: say(ko, 'suspension.liftName', { name: person.name }) }).click()
  await expect(row.getByText(say(ko, 'suspension.liftAsk', { name: person.name }))).toBeVisible()
  await row.getByRole('button', { name: ko['suspension.lift'], exact: true }).click()
  await expect(row.getByText(ko['suspension.suspended'], { exact: true })).toHaveCount(0)
  const auditLog = desk.getByRole('list', { name: ko['audit.title'] }).getByRole('listitem')
  await expect(auditLog.nth(0)).toContainText(say(ko, 'audit.lifted', { name: person.name }))
  await expect(auditLog.nth(1)).toContainText(say(ko, 'audit.suspended', { name: person.name }))
  await tryAgain.click()
  await password.fill(PASSWORD)
  await goOn.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
