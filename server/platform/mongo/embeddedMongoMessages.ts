/**
 * Messages of the embedded engine for operators, in Korean and English. Users of the app never see them, so they are
 * not in the text catalogue.
 */

const both = (korean: string, english: string) => `${korean}\n(${english})`

export const engineMessages = {
  fetchingLibc: (release: string) =>
    both(
      `이 컴퓨터의 glibc가 데이터베이스 엔진에는 오래되어서, ${release}의 libc6를 캐시 폴더에 받아요. 한 번만 하고, 시스템은 바꾸지 않아요.`,
      `This machine's glibc is too old for the database engine: fetching the libc6 of ${release} into a cache folder, once, without touching the system.`,
    ),

  unavailable: (reason: string) =>
    both(
      `이 컴퓨터에서는 내장 데이터베이스를 쓸 수 없어요. MONGODB_URL에 MongoDB 주소를 넣어 다시 시작하거나, docker compose up을 실행해 주세요. [${reason}]`,
      'The embedded database cannot run on this machine: set MONGODB_URL to a MongoDB, or run docker compose up.',
    ),

  directoryInUse: (directory: string) =>
    both(
      `다른 글마루가 데이터 폴더 ${directory}를 쓰고 있어요. 먼저 그 글마루를 끄거나 DATA_DIR을 바꿔 주세요.`,
      `Another Geulmaru is using the data directory ${directory}: stop it first, or set another DATA_DIR.`,
    ),

  openFailed: (directory: string, reason: string) =>
    both(
      `내장 데이터베이스가 데이터 폴더 ${directory}를 열지 못했어요. [${reason}]`,
      `The embedded database could not open the data directory ${directory}.`,
    ),

  died: (exitReason: string) =>
    both(
      `내장 데이터베이스가 갑자기 멈췄어요. [${exitReason}]`,
      'The embedded database stopped unexpectedly.',
    ),
}
