/** What others see of a page: search engines, and messengers in which somebody shares its address. */
export const previews = {
  'preview.product': '글마루 – 친구들과 함께 읽는 노트',
  'preview.productMore':
    '노트를 쓰면, 친구가 읽고, 이야기가 돼요. 방에 노트를 나누면 친구의 댓글이 그 자리에서 이어져요.',
  'preview.agora': '아고라 · 글마루',
  'preview.agoraMore': '글마루에 바라는 것을 100자로 남기고, 운영자의 답변을 읽어 보세요.',
  'preview.terms': '이용약관 · 글마루',
  'preview.termsMore': '글마루를 쓰면서 서로 지킬 약속이에요.',
  'preview.privacy': '개인정보 처리방침 · 글마루',
  'preview.privacyMore': '글마루가 무엇을 저장하고, 누구에게 보이고, 언제 삭제하는지 적었어요.',
  'preview.lookaround': '둘러보기 · 글마루',
  'preview.lookaroundMore': '가입하지 않아도 친구들의 방이 움직이는 모습을 1분 동안 볼 수 있어요.',
  'preview.unknown': '없는 화면이에요 · 글마루',
  'preview.picture': '원고지에 쓴 글: 노트를 쓰면, 친구가 읽고, 이야기가 돼요.',
} as const
