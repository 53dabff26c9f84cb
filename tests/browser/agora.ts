import type { Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { newUser, suggest, type TestUser } from '#tests/support/users.ts'
import { expect, type Site } from './fixtures.ts'

let people = 0

export async function newMember(site: Site, name: string): Promise<TestUser> {
  people += 1
  return newUser(site.url, `${name}${process.pid}${people}`)
}
export const opinionRow = (page: Page, opinion: string) =>
  page.getByRole('listitem').filter({ hasText: opinion })
export const opinionRows = (page: Page) =>
  page.getByRole('list', { name: ko['agora.listLabel'] }).locator('> li')
export const newOpinionsButton = (page: Page, count: number) =>
  page.getByRole('button', { name: `새 의견 ${count}개 보기` })
export const opinionField = (page: Page) => page.getByRole('textbox', { name: ko['agora.opinion'] })
export const sendButton = (page: Page) => page.getByRole('button', { name: ko['agora.send'], exact: true })

/** Resolves when the page receives agora events. Its list has to be scrolled to the top. */
export async function waitForAgoraEvents(page: Page, writer: TestUser): Promise<void> {
  const { opinion } = await suggest(writer)
  await expect(opinionRow(page, opinion)).toBeVisible()
}
