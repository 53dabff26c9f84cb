import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { endInvitation } from '#protocol/invitations.ts'
import { INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import { formatText } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { invite, joinByLink, makeHub, newUser, PASSWORD, shareNewNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import {
  chooseRoomAction,
  fillSignUp,
  newHub,
  newVisitor,
  openMemberMenu,
  openMembers,
  submitSignIn,
} from './steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const linkTo = (token: string) => `${paths.invitation}#${token}`

test('a friend without an account joins by a link', async ({ site, openAs, openPage }) => {
  const [maker, , hubNo] = await newHub(site, '만든이', '친구')
  await shareNewNote(maker, hubNo, '함께 읽을 노트')
  const makers = await openAs(maker, 1440, paths.discussion(hubNo))
  await chooseRoomAction(makers, ko['invitations.open'])
  const dialog = makers.getByRole('dialog')
  await expect(dialog).toContainText(ko['invitations.notesSeen'])
  await expect(dialog).toContainText(ko['invitations.none'])
  await button(makers, ko['invitations.make']).click()
  const address = await makers.getByRole('textbox', { name: ko['invitations.address'] }).inputValue()
  await expect(makers.getByRole('img', { name: ko['invitations.picture'] })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('0명이 들어왔어요')
  await expectAccessible(makers)

  const requests: string[] = []
  const page = await openPage(site.url, 390, address, async watched => {
    watched.on('request', request => requests.push(request.url()))
  })
  const token = new URL(address).hash.slice(1)
  await expect(page.getByText(`${maker.name}님이 방에 초대했어요`)).toBeVisible()
  await expect(page.getByText('지금 2명이 함께해요')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${paths.invitation}$`))
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(`${maker.name}님이 방에 초대했어요`)).toBeVisible()

  await link(page, ko['invitations.signUp']).click()
  const visitor = newVisitor('새친구')
  await fillSignUp(page, visitor)
  await button(page, ko['accounts.submitSignUp']).click()
  await page.getByRole('link', { name: ko['accounts.toSignIn'] }).click()
  await submitSignIn(page, visitor.email, PASSWORD)
  await button(page, ko['invitations.join']).click()
  // The toast disappears after some seconds.
  await expect(makers.getByText(`${visitor.username}님이 초대 링크로 들어왔어요.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/discussion\\?hub=${hubNo}$`))
  await expect(page.getByText('함께 읽을 노트').first()).toBeVisible()
  expect(requests.filter(url => url.includes(token))).toEqual([])

  await expect(dialog.getByRole('listitem')).toContainText('1명이 들어왔어요')
  await page.goto(address)
  await expect(page.getByText(ko['invitations.inside'])).toBeVisible()
  await link(page, ko['invitations.toRoom']).click()
  await expect(page).toHaveURL(new RegExp(`/discussion\\?hub=${hubNo}$`))
})

test('a member who joined by a link can be removed, and notices at once @long', async ({ site, openAs }) => {
  const [maker, friend, hubNo] = await newHub(site, '만든이', '친구')
  const newcomer = await newUser(site.url, '새친구')
  const token = await invite(maker, hubNo)
  await joinByLink(token, newcomer)
  const friends = await openAs(friend, 390, paths.discussion(hubNo))
  const theirs = await openAs(newcomer, 1440, paths.discussion(hubNo))
  await waitForConnection(friends)
  const ownNoteNo = await shareNewNote(newcomer, hubNo, '함께 사라질 노트')
  await expect(link(friends, '함께 사라질 노트')).toBeVisible()
  const others = await shareNewNote(maker, hubNo, '친구의 노트')
  const [reading, writing] = [
    await openAs(newcomer, 390, paths.noteInHub(others, hubNo)),
    await openAs(newcomer, 1440, paths.noteInHub(ownNoteNo, hubNo)),
  ]
  const room = writing.locator('.note-bar__back')
  const reactButton = writing.locator('.note-bar').getByRole('button', { name: ko['reactions.title'] })
  await expect(room).not.toHaveText(ko['notes.toList'])
  await expect(reactButton).toBeVisible()
  await expect(reading.getByRole('heading', { level: 1, name: '친구의 노트' })).toBeVisible()
  const members = await openMembers(friends)
  await openMemberMenu(members, maker.name)
  await expect(friends.getByRole('menuitem', { name: ko['invitations.removeMember'] })).toHaveCount(0)
  await friends.keyboard.press('Escape')
  await openMemberMenu(members, newcomer.name)
  await friends.getByRole('menuitem', { name: ko['invitations.removeMember'] }).click()
  await expect(friends.getByText(ko['invitations.removeMemberDetail'])).toBeVisible()
  await expectAccessible(friends)
  await button(friends, ko['invitations.removeMember']).click()
  await expect(friends.getByText(`${newcomer.name}님을 방에서 내보냈어요.`)).toBeVisible()
  await expect(members.getByRole('heading')).toHaveText(/^이 방의 친구 \(2\)/)
  await expect(link(friends, '함께 사라질 노트')).toHaveCount(0)
  expect(await friends.getByText(formatText(ko, 'discussion.authorLeft', newcomer)).count()).toBe(0)
  await expect(theirs.getByText(ko['discussion.gone'])).toBeVisible()

  await test.step('the removed member is not led back to the room', async () => {
    await expect(reading.getByText(ko['notes.gone'])).toBeVisible()
    await expect(reading.getByRole('heading', { level: 1 })).toHaveText(ko['notes.screen'])
    await expect(writing.getByText(ko['comments.gone'])).toBeVisible()
    await expect(room).toHaveText(ko['notes.toList'])
    await expect(reactButton).toHaveCount(0)
    await writing.reload()
    await expect(writing.getByRole('heading', { level: 1, name: '함께 사라질 노트' })).toBeVisible()
    await expect(reactButton).toHaveCount(0)
    await expect(writing.getByRole('main').getByRole('link', { name: ko['discussion.title'] })).toHaveCount(0)
  })
  await theirs.goto(linkTo(token))
  await expect(theirs.getByText(ko['invitations.ended'])).toBeVisible()
})

test('a link is revoked while somebody views it @long', async ({ site, openAs }) => {
  const [maker, friend, hubNo] = await newHub(site, '만든이', '친구')
  const newcomer = await newUser(site.url, '새친구')
  const token = await invite(maker, hubNo)
  const page = await openAs(newcomer, 1440, linkTo(token))
  await expect(button(page, ko['invitations.join'])).toBeVisible()

  const friends = await openAs(friend, 390, paths.discussion(hubNo))
  await chooseRoomAction(friends, ko['invitations.open'])
  await button(friends, ko['invitations.endOf'].replace('{name}', maker.name)).click()
  await friends.getByRole('group', { name: ko['invitations.endAsk'] }).getByRole('button').last().click()
  await expect(friends.getByText(ko['invitations.none'])).toBeVisible()
  await expectAccessible(friends)
  await button(page, ko['invitations.join']).click()
  await expect(page.getByText(ko['invitations.ended'])).toBeVisible()

  const newLink = await invite(maker, hubNo)
  const makers = await openAs(maker, 1440, paths.discussion(hubNo))
  await chooseRoomAction(makers, ko['invitations.open'])
  await expect(makers.getByText(ko['invitations.ownStands'])).toBeVisible()
  await button(makers, ko['invitations.makeAnew']).click()
  const address = makers.getByRole('textbox', { name: ko['invitations.address'] })
  await expect(address).toHaveValue(/\/invite#[\w-]{22}$/)
  await expect(address).not.toHaveValue(new RegExp(newLink))
})

test('the screen of a link names what is wrong, or an equal room @long', async ({ site, openAs }) => {
  const [maker, friend, hubNo] = await newHub(site, '만든이', '친구')
  const token = await invite(maker, hubNo)
  const newcomer = await newUser(site.url, '새친구')
  const existingNo = await makeHub(newcomer, maker, friend)
  const page = await openAs(newcomer, 390, paths.invitation)
  await expect(page.getByText(ko['invitations.withoutToken'])).toBeVisible()
  await page.route('**/api/invitation/look', route => route.abort())
  await page.goto(linkTo(token))
  const retry = button(page, ko['common.retry'])
  await expect(retry).toBeVisible()
  await page.unroute('**/api/invitation/look')
  await retry.click()
  await expect(button(page, ko['invitations.join'])).toBeVisible()
  await button(page, ko['invitations.join']).click()
  await expect(page.getByText(ko['hubs.sameMembers'])).toBeVisible()
  await link(page, ko['hubs.toThatRoom']).click()
  await expect(page).toHaveURL(new RegExp(`/discussion\\?hub=${existingNo}$`))
  await maker.call(endInvitation, { hubNo, makerNo: maker.userNo })
  await page.goto(linkTo(token))
  await expect(page.getByText(ko['invitations.ended'])).toBeVisible()
  await link(page, ko['shell.toHome']).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('a link that can admit nobody any more is not shared @long', async ({ site, siteMongo, openAs }) => {
  const [maker, , hubNo] = await newHub(site, '만든이', '친구')
  const makers = await openAs(maker, 390, paths.discussion(hubNo))
  await chooseRoomAction(makers, ko['invitations.open'])
  await button(makers, ko['invitations.make']).click()
  await expect(makers.getByRole('img', { name: ko['invitations.picture'] })).toBeVisible()

  // As if so many members had joined by it.
  const invitedNos = Array.from({ length: INVITED_BY_LINK_MAX }, (_, index) => 1_000_000 + index)
  await siteMongo.collection('invitations').updateMany({ hubNo }, { $set: { invitedNos } })
  await makers.keyboard.press('Escape')
  await chooseRoomAction(makers, ko['invitations.open'])
  const dialog = makers.getByRole('dialog')
  await expect(dialog).toContainText(formatText(ko, 'invitations.ownUsedUp', { people: INVITED_BY_LINK_MAX }))
  await expect(dialog.getByRole('listitem')).toContainText('다 찼어요')
  await expect(makers.getByRole('img', { name: ko['invitations.picture'] })).toHaveCount(0)
  await expectAccessible(makers)
  await button(makers, ko['invitations.makeAnew']).click()
  await expect(makers.getByRole('img', { name: ko['invitations.picture'] })).toBeVisible()
})
