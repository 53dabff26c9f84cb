/** How she whose place the visitor takes tells of herself. */
export const sampleMeDescription =
  '낮에는 서비스를 기획하고, 밤에는 읽고 배운 것을 노트로 정리해요. 혼자 쓰면 메모지만 같이 읽으면 토론이 된다고 믿어요. 빵과 책, 그리고 잘 쓴 회의록을 좋아해요.'
