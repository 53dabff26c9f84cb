import { describe, expect, test } from 'vitest'
import { readOidcProviders } from './config.oidc.ts'

const google = {
  OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
  OIDC_GOOGLE_CLIENT_ID: 'id',
  OIDC_GOOGLE_CLIENT_SECRET: 'secret',
}
const kakao = {
  OIDC_KAKAO_ISSUER: 'https://kauth.kakao.com',
  OIDC_KAKAO_CLIENT_ID: 'id',
  OIDC_KAKAO_CLIENT_SECRET: 'secret',
}

test('without settings there are no providers', () => {
  expect(readOidcProviders({ PORT: '3000', OIDC_GOOGLE_ISSUER: '' })).toEqual([])
})

test('several providers are sorted by name, with known labels', () => {
  const office = {
    OIDC_OFFICE2_ISSUER: 'http://localhost:8080/realms/office',
    OIDC_OFFICE2_CLIENT_ID: 'id',
    OIDC_OFFICE2_CLIENT_SECRET: 'secret',
  }
  expect(
    readOidcProviders({ ...office, ...kakao, ...google, OIDC_OFFICE2_LABEL: '사내 계정' }),
  ).toMatchObject([
    { name: 'google', label: 'Google', issuer: 'https://accounts.google.com/', clientId: 'id' },
    { name: 'kakao', label: '카카오' },
    { name: 'office2', label: '사내 계정', issuer: 'http://localhost:8080/realms/office' },
  ])
})

describe('a wrong setting is named:', () => {
  test.each([
    ['OIDC_GOOGLE_ISSUER', { ...google, OIDC_GOOGLE_ISSUER: 'accounts.google.com' }],
    ['OIDC_GOOGLE_ISSUER', { ...google, OIDC_GOOGLE_ISSUER: 'http://accounts.google.com' }],
    ['OIDC_GOOGLE_ISSUER', { ...google, OIDC_GOOGLE_ISSUER: 'https://accounts.google.com/?a=1' }],
    ['OIDC_GOOGLE_ISSUER', { ...google, OIDC_GOOGLE_ISSUER: undefined }],
    ['OIDC_GOOGLE_CLIENT_ID', { ...google, OIDC_GOOGLE_CLIENT_ID: '' }],
    ['OIDC_GOOGLE_CLIENT_SECRET', { ...google, OIDC_GOOGLE_CLIENT_SECRET: ' ' }],
    ['OIDC_GOOGLE_LABEL', { ...google, OIDC_GOOGLE_LABEL: 'x'.repeat(21) }],
    ['OIDC_GOOGLE_SECRET', { ...google, OIDC_GOOGLE_SECRET: 'secret' }],
    ['OIDC_MY_IDP_ISSUER', { OIDC_MY_IDP_ISSUER: 'https://idp.example.com' }],
    ['OIDC_KAKAO_ISSUER', { ...google, ...kakao, OIDC_KAKAO_ISSUER: 'https://accounts.google.com/' }],
  ])('%s', (name, variables) => {
    expect(() => readOidcProviders(variables)).toThrow(`${name}:`)
  })

  test('too many', () => {
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, no) => [
        [`OIDC_P${no}_ISSUER`, `https://${no}.example.com`],
        [`OIDC_P${no}_CLIENT_ID`, 'id'],
        [`OIDC_P${no}_CLIENT_SECRET`, 'secret'],
      ]).flat(),
    )
    expect(() => readOidcProviders(many)).toThrow('10')
  })
})
