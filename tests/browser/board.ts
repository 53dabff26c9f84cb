import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { newPerson, type Person, suggest } from '#tests/support/person.ts'
import { expect, type Site } from './fixtures.ts'

/** The board on which everybody reads along. */
export const DESKTOP = 1440
export const PHONE = 390
let people = 0

export async function person(site: Site, name: string): Promise<Person> {
  people += 1
  return newPerson(site.url, `${name}${process.pid}${people}`)
}
export const row = (page: Page, opinion: string) => page.getByRole('listitem').filter({ hasText: opinion })
export const rows = (page: Page) => page.getByRole('list', { name: ko['agora.listLabel'] }).locator('> li')
export const bar = (page: Page, count: number) =>
  page.getByRole('button', { name: `새 의견 ${count}개 보기` })
export const field = (page: Page) => page.getByRole('textbox', { name: ko['agora.opinion'] })
export const send = (page: Page) => page.getByRole('button', { name: ko['agora.send'], exact: true })

/** Resolves when a page whose list is at the top hears the agora, or will fetch it anew as soon as it does. */
export async function receivesAgora(page: Page, writer: Person): Promise<void> {
  const { opinion } = await suggest(writer)
  await expect(row(page, opinion)).toBeVisible()
}
