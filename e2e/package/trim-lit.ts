/**
 * lit-html without the parts that the widget does not use: directives, elements as parts, bindings in comments, MathML,
 * precompiled templates, other documents, and changes of text in place. Every passage must match the installed version
 * exactly, so that another version fails the build instead of being cut wrongly.
 */

const CUTS: readonly (readonly [passage: string, rest: string])[] = [
  // Directives, and the parts' support for them: values are used as they are.
  [
    'if(i===E)return i;let h=void 0!==e?s._$Co?.[e]:s._$Cl;const o=a(i)?void 0:i._$litDirective$;return h?.constructor!==o&&(h?._$AO?.(!1),void 0===o?h=void 0:(h=new o(t),h._$AT(t,s,e)),void 0!==e?(s._$Co??=[])[e]=h:s._$Cl=h),void 0!==h&&(i=M(t,h._$AS(t,i.values),h,e)),i',
    'return i',
  ],
  ['t=M(this,t,i),a(t)', 'a(t)'],
  ['t=M(this,t,i,0),o=', 'o='],
  ['M(this,e[s+n],i,n)', 'e[s+n]'],
  ['M(this,t,i,0)??A', 't??A'],
  ['for(this._$AP?.(!1,!0,s);', 'for(;'],
  ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
  ['get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}', ''],
  [
    'get parentNode(){let t=this._$AA.parentNode;const i=this._$AM;return void 0!==i&&11===t?.nodeType&&(t=i.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}',
    '',
  ],
  ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
  [',this._$Cv=e?.isConnected??!0', ''],
  ['this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=i', 'this._$AV=[],this._$AD=t'],
  [
    'this.type=2,this._$AH=A,this._$AN=void 0,this._$AA=t,this._$AB=i,this._$AM=s,this.options=e',
    'this._$AH=A,this._$AA=t,this._$AB=i',
  ],
  [
    'this.type=1,this._$AH=A,this._$AN=void 0,this.element=t,this.name=i,this._$AM=e,this.options=h,',
    'this._$AH=A,this.element=t,this.name=i,',
  ],
  ['constructor(){super(...arguments),this.type=3}', ''],
  ['constructor(){super(...arguments),this.type=4}', ''],
  ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', ''],
  // Options, including those of listeners, listeners that are objects or may be missing.
  [
    'const e=s?.renderBefore??i;let h=e._$litPart$;if(void 0===h){const t=s?.renderBefore??null;e._$litPart$=h=new k(i.insertBefore(c(),t),t,void 0,s??{})}',
    'let h=i._$litPart$;if(void 0===h)i._$litPart$=h=new k(i.insertBefore(c(),null),null);',
  ],
  [',this,this.options)):s=i[e]', ')):s=i[e]'],
  ['new R(e,this),s=t.u(this.options)', 'new R(e),s=t.u()'],
  ['new k(h,h.nextSibling,this,t)', 'new k(h,h.nextSibling)'],
  [
    '_$AI(t,i=this){if((t=t??A)===E)return;const s=this._$AH,e=t===A&&s!==A||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,h=t!==A&&(s===A||e);e&&this.element.removeEventListener(this.name,this,s),h&&this.element.addEventListener(this.name,this,t),this._$AH=t}',
    '_$AI(t){this._$AH===A&&this.element.addEventListener(this.name,this),this._$AH=t}',
  ],
  [
    '"function"==typeof this._$AH?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)',
    'this._$AH(t)',
  ],
  // Comments, bindings in names of elements, and bindings in the text of `textarea`, `style` and the like.
  ['<(?:(!--|\\/[^a-zA-Z])|(\\/?[a-zA-Z][^>\\s]*)|(\\/?$))', '<\\/?[a-zA-Z][^>\\s]*'],
  [
    'c===v?"!--"===u[1]?c=_:void 0!==u[1]?c=m:void 0!==u[2]?(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p):void 0!==u[3]&&(c=p):c===p?',
    'c===v?c=p:c===p?',
  ],
  ['c=n??v', 'c=v'],
  [':c===_||c===m?c=v:(c=p,n=void 0)', ':c=p'],
  [
    'if(y.test(r.tagName)){const t=r.textContent.split(o),i=t.length-1;if(i>0){r.textContent=s?s.emptyScript:"";for(let s=0;s<i;s++)r.append(t[s],c()),P.nextNode(),d.push({type:2,index:++l});r.append(t[i],c())}}',
    '',
  ],
  // The value that changes nothing.
  ['&&t!==E&&this._(t)', '&&this._(t)'],
  ['||t!==this._$AH&&t!==E,', '||t!==this._$AH,'],
  ['r=e[s+n],r===E&&(r=this._$AH[n]),', 'r=e[s+n],'],
  ['_$AI(t,i=this,s,e){const h=this.strings', '_$AI(t,i,s){const h=this.strings'],
  ['o&&!e&&this.j(t)', 'o&&this.j(t)'],
  // Elements as parts, and bindings in comments.
  [
    ':1===r.type?i=new r.ctor(h,r.name,r.strings,this,t):6===r.type&&(i=new Z(h,this,t))',
    ':i=new r.ctor(h,r.name,r.strings)',
  ],
  ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t));', ''],
  ['else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}', ''],
  // MathML.
  [':3===i?"<math>":""', ':""'],
  [':3===i?"</math>":""', ':""'],
  ['2===i||3===i', '2===i'],
  // Compiled templates, other documents, other copies of Lit.
  [
    '"number"==typeof s?this._$AC(t):(void 0===s.el&&(s.el=S.createElement(V(s.h,s.h[0]),this.options)),s)',
    'this._$AC(t)',
  ],
  ['const{values:i,_$litType$:s}=t,', 'const{values:i}=t,'],
  ['(t?.creationScope??l).importNode', 'l.importNode'],
  [',B=t.litHtmlPolyfillSupport;B?.(S,k),(t.litHtmlVersions??=[]).push("3.3.3")', ''],
];

/** Changes of text in place: a translating browser has put other nodes where Lit expects its own, and keeps the old text. */
const IN_PLACE = [
  'this._$AH!==A&&a(this._$AH)?this._$AA.nextSibling.data=t:this.T(l.createTextNode(t))',
  'this.T(l.createTextNode(t))',
] as const;

/** lit-html complete, but with texts that are replaced. Otherwise as {@link trimLit}. */
export const replaceTexts = (code: string): string => cut(code, [IN_PLACE]);

/**
 * @param code lit-html's published module
 * @throws Error if it is not the version for which these cuts were made
 */
export const trimLit = (code: string): string => cut(code, [IN_PLACE, ...CUTS]);

function cut(code: string, cuts: typeof CUTS): string {
  return cuts.reduce((rest, [passage, kept]) => {
    if (rest.split(passage).length !== 2) throw new Error(`lit-html has changed: ${passage.slice(0, 60)}`);
    return rest.replace(passage, () => kept);
  }, code);
}
