import { expect, test } from 'vitest'
import { sourcesFor, successorOf } from './glibcFallback.ts'

test('the successor of a release is the first one that is new enough', () => {
  expect(successorOf('bullseye')).toBe('trixie')
  expect(successorOf('jammy')).toBe('noble')
  expect(successorOf('trixie')).toBeUndefined()
})

const debian = `Types: deb deb-src
# a comment between the fields
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates bookworm-backports
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mDMEY865UxYJKwYBBAHaRw8BAQdAd7Z0srwuhlB6JKFkcf4HU4SSS/xcRfwEQWzr
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/debian-security
Suites:
 bookworm-security
Components: main
`

test('keeps keys of deb822 sources, drops other suites and components', () => {
  expect(sourcesFor({ format: 'deb822', text: debian }, 'bookworm', 'trixie')).toBe(`Types: deb
URIs: http://mirror.example/debian
Suites: trixie trixie-updates
Components: main
Signed-By: 
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mDMEY865UxYJKwYBBAHaRw8BAQdAd7Z0srwuhlB6JKFkcf4HU4SSS/xcRfwEQWzr
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/debian-security
Suites: trixie-security
Components: main
`)
})

test('drops disabled and third-party sources', () => {
  const text = `Enabled: no
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm
Components: main

Types: deb
URIs: https://packages.example/node_20.x
Suites: nodistro
Components: main

Types: deb
URIs: https://packages.example/debian
Suites: bookworm
Components: stable
`
  expect(sourcesFor({ format: 'deb822', text }, 'bookworm', 'trixie')).toBe('')
})

test('keeps options of one-line sources', () => {
  const text = `# See http://ubuntu.example/community/UpgradeNotes
deb [arch=amd64,i386 signed-by=/usr/share/keyrings/ubuntu.gpg] http://ubuntu.example/ubuntu jammy main restricted # the base
deb http://ubuntu.example/ubuntu/ jammy-security main
deb-src http://ubuntu.example/ubuntu jammy main
# deb http://ubuntu.example/ubuntu jammy-updates main
deb http://ubuntu.example/ubuntu jammy universe
deb cdrom:[Ubuntu 22.04 LTS]/ jammy main
deb https://packages.example/ jammy-pgdg main
`
  expect(sourcesFor({ format: 'list', text }, 'jammy', 'noble')).toBe(`Types: deb
URIs: http://ubuntu.example/ubuntu
Suites: noble
Components: main
Architectures: amd64 i386
Signed-By: /usr/share/keyrings/ubuntu.gpg

Types: deb
URIs: http://ubuntu.example/ubuntu/
Suites: noble-security
Components: main
`)
})
